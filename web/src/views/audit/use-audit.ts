import { proxy } from 'comlink';
import { useRef, useState } from 'preact/hooks';
import type { DesignChoices } from '../../../../src/audit-choices.ts';
import type { AuditResult } from '../../../../src/index.ts';
import { DEFAULT_LIMITS } from '../../../../src/io/index.ts';
import { seedsOfTab } from '../../drawn-seeds.ts';
import { contentsOf } from '../../file-contents.ts';
import { designText, isSecondLook } from '../../first-design.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { ledgerAmong } from '../../ledger-file.ts';
import { problemOf } from '../../parts/problem.tsx';
import type { Stage } from '../../parts/working.tsx';
import { stallWatch } from '../../stall.ts';
import type { GivenFile, ProgressReport } from '../../work/audit.ts';
import { type AuditWork, type KeptWork, keepHere, newWork, workHere } from './audit-work.ts';
import { missingColumns } from './missing-columns.ts';
import { type AuditSettings, auditCommand, limitsOf, optionsOf, readingOf } from './settings.ts';

const worker = new LatestAnswerWorker(Infinity);

/**
 * The files, what is being done with them, and what was found. `onResult` is called when a result is there.
 */
export function useAudit(onResult: () => void) {
  const shown = useRef<KeptWork | null>(null);
  if (shown.current === null) {
    shown.current = workHere() ?? newWork();
    keepHere(shown.current);
  }
  const [, count] = useState(0);
  const redraw = () => count((before) => before + 1);
  const [stage, setStage] = useState<Stage | null>(null);
  // Counts the times that everything was stopped: an answer to a task from before is dropped.
  const stops = useRef(0);
  const running = useRef(0);

  const update = (target: KeptWork, change: Partial<AuditWork>) => {
    target.work = { ...target.work, ...change };
    if (target === shown.current) redraw();
  };

  /** Does a task on the worker; shows its stages, and what went wrong. */
  const run = async (
    target: KeptWork,
    asked: AuditSettings,
    task: (report: ProgressReport, unlessStopped: (change: () => void) => void) => Promise<void>,
  ) => {
    const begun = stops.current;
    const unlessStopped = (change: () => void) => {
      if (stops.current === begun) change();
    };
    running.current++;
    update(target, { problem: null });
    setStage((before) => before ?? { text: 'Starting', share: null });
    let endWatch = () => {};
    // A stage may be told of after the answer: messages of the two come by ways of their own.
    let isOver = false;
    try {
      const limits = { ...DEFAULT_LIMITS, ...limitsOf(asked) };
      const watch = stallWatch((reason) => unlessStopped(() => worker.cancel(reason)), limits);
      endWatch = watch.done;
      const report: ProgressReport = (text, share) => {
        if (isOver) return;
        watch.seen(text);
        unlessStopped(() => setStage({ text, share }));
      };
      await task(proxy(report), unlessStopped);
    } catch (error) {
      unlessStopped(() => update(target, { problem: problemOf(error) }));
    }
    isOver = true;
    endWatch();
    unlessStopped(() => {
      if (--running.current === 0) setStage(null);
    });
  };

  const stop = () => {
    stops.current++;
    running.current = 0;
    worker.cancel();
    setStage(null);
  };

  /** Shows other work in the present entry of the history, and ends what is under way for the one before. */
  const show = (next: KeptWork) => {
    keepHere(next);
    if (next === shown.current) return;
    stop();
    shown.current = next;
    redraw();
  };

  /** Looks into files, reads them where their columns are known, and shows what they hold. */
  const read = (
    next: KeptWork,
    asked: AuditSettings,
    fixes: (fixed: DesignChoices) => AuditSettings = () => asked,
  ) => {
    show(next);
    stop();
    update(next, { contents: null, finished: null, ledger: null });
    void run(next, asked, async (report, unlessStopped) => {
      const file = await ledgerAmong(next.work.files);
      if (file !== null) {
        const ledger = await worker.ask((remote) => remote.ledgerReport(file));
        unlessStopped(() => {
          update(next, { ledger });
          onResult();
        });
        return;
      }
      let reading = readingOf(next.work, asked);
      if (next.work.folders.length > 0) {
        const fixed = await worker.ask((remote) => remote.folderChoices(reading));
        unlessStopped(() => {
          update(next, { fixed });
          reading = readingOf(next.work, fixes(fixed));
        });
      }
      const looks = await worker.ask((remote) => remote.lookAtFiles(reading));
      unlessStopped(() => update(next, { looks }));
      if (missingColumns(looks, reading.options.columns).length > 0) return;
      const contents = await worker.ask((remote) => remote.readFiles(reading, report));
      unlessStopped(() => update(next, { contents }));
    });
  };

  const audit = (target: KeptWork, asked: AuditSettings) =>
    run(target, asked, async (report, unlessStopped) => {
      update(target, { finished: null });
      const [reading, options] = [readingOf(target.work, asked), optionsOf(asked)];
      const command = auditCommand(target.work, asked);
      const provenance = { version: __ONERUN_VERSION__, command };
      const drawn = seedsOfTab.known();
      const result = await worker.ask(
        (remote) =>
          remote.auditFiles(reading, { ...options, provenance }, report, drawn) as Promise<AuditResult>,
      );
      seedsOfTab.note(result);
      const inputs = result.runs.flatMap((one) => one.inputs);
      // An audit may be asked for before the files were looked at; the columns are part of the design.
      const looks = target.work.looks ?? (await worker.ask((remote) => remote.lookAtFiles(reading)));
      const late = isSecondLook(
        inputs.map(({ sha256 }) => sha256),
        designText({ ...target.work, looks }, asked),
      );
      unlessStopped(() => {
        update(target, {
          contents: contentsOf(inputs, result.game),
          finished: { result, settings: asked, command, late },
        });
        onResult();
      });
    });

  /** Fetches files, with settings of their own, and audits them at once. */
  const fetchAndAudit = <Own>(
    next: KeptWork,
    fetched: () => Promise<{ readonly files: readonly GivenFile[]; readonly own: Own }>,
    first: AuditSettings,
    fixes: (own: Own) => AuditSettings,
  ) => {
    show(next);
    stop();
    void run(next, first, async (_, unlessStopped) => {
      const { files, own } = await fetched();
      let settled: AuditSettings | null = null;
      unlessStopped(() => {
        settled = fixes(own);
        update(next, { files });
      });
      if (settled === null) return;
      const asked: AuditSettings = settled;
      const looks = await worker.ask((remote) => remote.lookAtFiles(readingOf(next.work, asked)));
      unlessStopped(() => {
        update(next, { looks });
        void audit(next, asked);
      });
    });
  };

  return { shown: shown.current, stage, show, read, audit, fetchAndAudit, stop };
}
