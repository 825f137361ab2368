export interface Bounds {
  readonly seconds: number;
  readonly waiting: number;
  readonly bytes: number;
}

export class Watched {
  constructor(program: string, limits?: Bounds);
  ask(question: object): Promise<{ killed?: true; fault: string; seconds: number; bytes: number }>;
  end(): void;
}
