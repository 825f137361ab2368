import { proxy } from 'comlink';
import { useRef, useState } from 'preact/hooks';
import type { AuditResult } from '../../../../src/index.ts';
import { DEFAULT_LIMITS } from '../../../../src/io/index.ts';
import { contentsOf, type FileContents } from '../../file-contents.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { problemOf } from '../../parts/problem.tsx';
import type { Stage } from '../../parts/working.tsx';
import { stallWatch } from '../../stall.ts';
import type { GivenFile, ProgressReport } from '../../work/audit.ts';
import { type AuditSettings, auditCommand, limitsOf, optionsOf, readingOf } from './settings.ts';

/** What an audit found, and what it was asked with. */
interface FinishedAudit {
  readonly result: AuditResult;
  readonly settings: AuditSettings;
  readonly command: string;
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly late: boolean;
}

const worker = new LatestAnswerWorker(Infinity);

/**
 * The files, what is being done with them, and what was found. `onResult` is called when a result is there.
 */
export function useAudit(onResult: () => void) {
  const [files, setFiles] = useState<readonly GivenFile[]>([]);
  const [contents, setContents] = useState<readonly FileContents[] | null>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [finished, setFinished] = useState<FinishedAudit | null>(null);
  const firstDesign = useRef<{ files: readonly GivenFile[]; design: string } | null>(null);
  // Counts the times that everything was stopped: an answer to a task from before is dropped.
  const stops = useRef(0);
  const running = useRef(0);

  /** Does a task on the worker; shows its stages, and what went wrong. */
  const run = async (asked: AuditSettings, task: (report: ProgressReport) => Promise<void>) => {
    const begun = stops.current;
    const unlessStopped = (change: () => void) => {
      if (stops.current === begun) change();
    };
    running.current++;
    setProblem(null);
    setStage((before) => before ?? { text: 'Starting', share: null });
    let endWatch = () => {};
    try {
      const limits = { ...DEFAULT_LIMITS, ...limitsOf(asked) };
      const watch = stallWatch((reason) => unlessStopped(() => worker.cancel(reason)), limits);
      endWatch = watch.done;
      const report: ProgressReport = (text, share) => {
        watch.seen(text);
        unlessStopped(() => setStage({ text, share }));
      };
      await task(proxy(report));
    } catch (error) {
      unlessStopped(() => setProblem(problemOf(error)));
    }
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

  /** Reads files and shows what they hold. */
  const read = (next: readonly GivenFile[], asked: AuditSettings) => {
    stop();
    setFiles(next);
    setContents(null);
    setFinished(null);
    void run(asked, async (report) => {
      const reading = readingOf(next, asked);
      setContents(await worker.ask((remote) => remote.readFiles(reading, report)));
    });
  };

  const audit = (given: readonly GivenFile[], asked: AuditSettings) =>
    run(asked, async (report) => {
      setFinished(null);
      const [reading, options] = [readingOf(given, asked), optionsOf(asked)];
      const command = auditCommand(given, asked);
      const provenance = { version: __ONERUN_VERSION__, command };
      const result = await worker.ask(
        (remote) => remote.auditFiles(reading, { ...options, provenance }, report) as Promise<AuditResult>,
      );
      const design = JSON.stringify([
        asked.guesses,
        asked.sides,
        asked.lowerIsIn,
        asked.threshold,
        asked.thresholdRuns,
        asked.seed,
      ]);
      if (firstDesign.current?.files !== given) firstDesign.current = { files: given, design };
      const inputs = result.runs.flatMap((one) => one.inputs);
      setContents(contentsOf(inputs, result.game));
      setFinished({ result, settings: asked, command, late: firstDesign.current.design !== design });
      onResult();
    });

  /** Fetches files and audits them at once. */
  const fetchAndAudit = (fetched: () => Promise<readonly GivenFile[]>, asked: AuditSettings) => {
    stop();
    setFinished(null);
    const begun = stops.current;
    void run(asked, async () => {
      const next = await fetched();
      if (stops.current !== begun) return;
      setFiles(next);
      void audit(next, asked);
    });
  };

  return { files, contents, stage, problem, finished, read, audit, fetchAndAudit, stop };
}
