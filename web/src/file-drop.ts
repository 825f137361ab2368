import { useEffect, useRef, useState } from 'preact/hooks';
import { droppedFiles, NOTHING_TO_AUDIT, type SortedFiles, sortFiles } from './dropped.ts';
import { messageOf } from './parts/problem.tsx';

/** What was dropped on any view, until Audit takes it. */
export interface Drop {
  readonly files: SortedFiles;
  /** Why it cannot be used; null where it can. */
  readonly refusal: string | null;
  /** Whether it was dropped on another view than Audit. */
  readonly elsewhere: boolean;
}

let waiting: Drop | null = null;
let tell: (() => void) | null = null;

/** Hands what was dropped to Audit, or keeps it until Audit is there. */
export function offerDrop(drop: Drop): void {
  waiting = drop;
  tell?.();
}

/** Calls `take` with what is dropped, and with what was dropped before. */
export function useDropped(take: (drop: Drop) => void): void {
  useEffect(() => {
    tell = () => {
      const drop = waiting;
      waiting = null;
      if (drop !== null) take(drop);
    };
    tell();
    return () => {
      tell = null;
    };
  });
}

/**
 * Takes files that are dropped anywhere on the page: a browser would open them in place of the app. Tells
 * whether files are being dragged over it. A picture of the page that is dragged is none.
 */
export function useFileDrop(taken: (drop: Omit<Drop, 'elsewhere'>) => void): boolean {
  const [over, setOver] = useState(false);
  const ofPage = useRef(false);
  useEffect(() => {
    const carries = (event: DragEvent) =>
      !ofPage.current && event.dataTransfer?.types.includes('Files') === true;
    const begin = () => {
      ofPage.current = true;
    };
    const end = () => {
      ofPage.current = false;
    };
    const drag = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carries(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setOver(false);
      void droppedFiles(event.dataTransfer).then(
        (dropped) => {
          const files = sortFiles(dropped);
          const isEmpty = files.files.length + files.folders.length === 0;
          taken({ files, refusal: isEmpty ? NOTHING_TO_AUDIT : null });
        },
        (error: unknown) => taken({ files: { files: [], folders: [] }, refusal: messageOf(error) }),
      );
    };
    addEventListener('dragstart', begin);
    addEventListener('dragend', end);
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragstart', begin);
      removeEventListener('dragend', end);
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  });
  return over;
}
