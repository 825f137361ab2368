import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts with the slow files: at the end, quick ones leave no worker waiting for another. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isQuick = ({ moduleId }: TestSpecification) =>
      /\.(ci|slow|built)\.test\.ts$/.test(moduleId) ? 0 : 1;
    return (await super.sort(files)).sort((a, b) => isQuick(a) - isQuick(b));
  }
}
