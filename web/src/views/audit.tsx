import { proxy } from 'comlink';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AuditResult } from '../../../src/index.ts';
import { DEFAULT_LIMITS } from '../../../src/io/index.ts';
import { Desk } from '../desk.ts';
import { EXAMPLE_CLAIM, type ExampleName, exampleFile, isExample } from '../examples.ts';
import { ClaimForm, understood } from '../parts/claim.tsx';
import { Files, given } from '../parts/files.tsx';
import { Problem, problemOf } from '../parts/problem.tsx';
import { type Stage, Working } from '../parts/working.tsx';
import { useSettings } from '../route.ts';
import { stallWatch } from '../stall.ts';
import type { Found, GivenFile, Report } from '../work/audit.ts';
import { MoreSettings } from './audit-more.tsx';
import { AuditReport } from './audit-report.tsx';
import { type AuditSettings, commandOf, limitsOf, optionsOf, readingOf, USUAL } from './audit-settings.ts';
import { LargerLimit } from './larger-limit.tsx';

/** What was found, and what it was asked with. */
interface Made {
  readonly result: AuditResult;
  readonly files: readonly GivenFile[];
  readonly settings: AuditSettings;
  readonly command: string;
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly late: boolean;
}

const desk = new Desk(Infinity);

export function AuditView() {
  const [settings, change] = useSettings('audit', USUAL);
  const [files, setFiles] = useState<readonly GivenFile[]>([]);
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const firstDesign = useRef<{ files: readonly GivenFile[]; design: string } | null>(null);
  const place = useRef<HTMLDivElement>(null);

  /** What belongs to files that were let go changes nothing any more. */
  const era = useRef(0);
  const pending = useRef(0);

  const work = async (asked: AuditSettings, task: (report: Report) => Promise<void>) => {
    const mine = era.current;
    const now = (change: () => void) => {
      if (era.current === mine) change();
    };
    pending.current++;
    setProblem(null);
    setStage((before) => before ?? { text: 'Starting', share: null });
    let done = () => {};
    try {
      const limits = { ...DEFAULT_LIMITS, ...limitsOf(asked) };
      const watch = stallWatch((reason) => now(() => desk.cancel(reason)), limits);
      done = watch.done;
      const report: Report = (text, share) => {
        watch.seen(text);
        now(() => setStage({ text, share }));
      };
      await task(proxy(report));
    } catch (error) {
      now(() => setProblem(problemOf(error)));
    }
    done();
    now(() => {
      if (--pending.current === 0) setStage(null);
    });
  };

  const stop = () => {
    era.current++;
    pending.current = 0;
    desk.cancel();
    setStage(null);
  };

  const take = (next: readonly GivenFile[], asked = settings) => {
    stop();
    setFiles(next);
    setFound(null);
    setMade(null);
    change({ example: '' });
    void work(asked, async (report) => {
      const reading = readingOf(next, asked);
      setFound(await desk.ask((remote) => remote.readFiles(reading, report)));
    });
  };

  const audit = (with_: readonly GivenFile[], asked: AuditSettings) =>
    work(asked, async (report) => {
      setMade(null);
      const [reading, options] = [readingOf(with_, asked), optionsOf(asked)];
      const command = commandOf(with_, asked);
      const provenance = { version: __ONERUN_VERSION__, command };
      const result = await desk.ask(
        (remote) => remote.auditFiles(reading, { ...options, provenance }, report) as Promise<AuditResult>,
      );
      const design = JSON.stringify([asked.guesses, asked.sides, asked.lowerIsIn, asked.seed]);
      if (firstDesign.current?.files !== with_) firstDesign.current = { files: with_, design };
      setFound(
        result.runs
          .flatMap(({ inputs }) => inputs)
          .map(({ name, rows }) => ({ name, rows, kind: result.game })),
      );
      setMade({
        result,
        files: with_,
        settings: asked,
        command,
        late: firstDesign.current.design !== design,
      });
      requestAnimationFrame(() => {
        place.current?.focus({ preventScroll: true });
        place.current?.scrollIntoView({ block: 'start' });
      });
    });

  const example = (name: ExampleName, others: AuditSettings) => {
    const claim = hasClaim(settings)
      ? { form: settings.form, claim: settings.claim }
      : { form: 'gaussian', claim: EXAMPLE_CLAIM };
    const asked = { ...others, ...claim, example: name };
    change(asked);
    stop();
    setMade(null);
    const mine = era.current;
    void work(asked, async () => {
      const next = given([await exampleFile(name)]);
      if (era.current !== mine) return;
      setFiles(next);
      void audit(next, asked);
    });
  };

  // A link to an example shows it at once.
  useEffect(() => {
    if (isExample(settings.example)) example(settings.example, settings);
  }, []);

  const outdated = made !== null && JSON.stringify(made.settings) !== JSON.stringify(settings);
  return (
    <>
      <h1>Is the privacy claim refuted?</h1>
      <p class="lead">
        You trained once with canaries that fair coins put in or left out, and have one score per canary. Say
        what was claimed; the scores say whether it can be true.
      </p>
      <form
        class="audit-form"
        onSubmit={(event) => {
          event.preventDefault();
          void audit(files, settings);
        }}
      >
        <section class="step">
          <h2>Scores</h2>
          <Files files={files} found={found} onFiles={(next) => take(next)} />
          <p class="examples">
            <button type="button" onClick={() => example('half-noise', USUAL)}>
              Try the example
            </button>
            <span>
              or{' '}
              <button type="button" class="plain" onClick={() => example('sound', USUAL)}>
                an honest run
              </button>
              , or{' '}
              <button type="button" class="plain" onClick={() => example('reconstruction', USUAL)}>
                a choice among candidates
              </button>
            </span>
          </p>
        </section>
        <section class="step">
          <h2>Claim</h2>
          <ClaimForm form={settings.form} claim={settings.claim} none onInput={change} />
          <MoreSettings settings={settings} onInput={change} />
        </section>
        <p class="go">
          <button type="submit" class="main" disabled={files.length === 0}>
            Audit
          </button>
          {files.length === 0 ? <span class="aside">Choose a score file first.</span> : null}
        </p>
      </form>
      {stage === null ? null : <Working stage={stage} onCancel={stop} />}
      <Problem text={problem}>
        <LargerLimit
          problem={problem ?? ''}
          settings={settings}
          onRaise={(limits) => {
            change({ limits });
            take(files, { ...settings, limits });
          }}
        />
      </Problem>
      <section ref={place} tabIndex={-1} class="result" aria-label="Result">
        {made === null ? null : (
          <AuditReport result={made.result} command={made.command} outdated={outdated} late={made.late} />
        )}
      </section>
    </>
  );
}

function hasClaim({ form, claim }: AuditSettings): boolean {
  return form !== 'none' && understood(claim).problem === null;
}
