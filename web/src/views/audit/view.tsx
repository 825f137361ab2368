import { useEffect, useRef } from 'preact/hooks';
import { EXAMPLE_CLAIM, type ExampleName, exampleFile, isExample } from '../../examples.ts';
import { ClaimFields, understood } from '../../parts/claim.tsx';
import { Files, withRoles } from '../../parts/files.tsx';
import { later } from '../../parts/later.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Working } from '../../parts/working.tsx';
import { useSettings } from '../../route.ts';
import type { GivenFile } from '../../work/audit.ts';
import { LargerLimit } from './larger-limit.tsx';
import { MoreSettings } from './more-settings.tsx';
import { type AuditSettings, USUAL_AUDIT } from './settings.ts';
import { useAudit } from './use-audit.ts';

const AuditReport = later(async () => (await import('./report.tsx')).AuditReport);

export function AuditView() {
  const [settings, change] = useSettings('audit', USUAL_AUDIT);
  const place = useRef<HTMLDivElement>(null);
  const { files, contents, stage, problem, finished, read, audit, fetchAndAudit, stop } = useAudit(() =>
    requestAnimationFrame(() => {
      place.current?.focus({ preventScroll: true });
      place.current?.scrollIntoView({ block: 'start' });
    }),
  );

  const take = (next: readonly GivenFile[], asked = settings) => {
    read(next, asked);
    change({ example: '' });
  };

  const example = (name: ExampleName, others: AuditSettings) => {
    const claim = hasClaim(settings)
      ? { form: settings.form, claim: settings.claim }
      : { form: 'gaussian', claim: EXAMPLE_CLAIM };
    const asked = { ...others, ...claim, example: name };
    change(asked);
    fetchAndAudit(async () => withRoles([await exampleFile(name)]), asked);
  };

  // A link to an example shows it at once.
  useEffect(() => {
    if (isExample(settings.example)) example(settings.example, settings);
  }, []);

  const outdated = finished !== null && JSON.stringify(finished.settings) !== JSON.stringify(settings);
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
          <Files files={files} contents={contents} onFiles={(next) => take(next)} />
          <p class="examples">
            <button type="button" onClick={() => example('half-noise', USUAL_AUDIT)}>
              Try the example
            </button>
            <span>
              or{' '}
              <button type="button" class="plain" onClick={() => example('sound', USUAL_AUDIT)}>
                an honest run
              </button>
              , or{' '}
              <button type="button" class="plain" onClick={() => example('reconstruction', USUAL_AUDIT)}>
                a choice among candidates
              </button>
            </span>
          </p>
        </section>
        <section class="step">
          <h2>Claim</h2>
          <ClaimFields form={settings.form} claim={settings.claim} none onInput={change} />
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
        {finished === null ? null : (
          <AuditReport
            result={finished.result}
            command={finished.command}
            outdated={outdated}
            late={finished.late}
          />
        )}
      </section>
    </>
  );
}

function hasClaim({ form, claim }: AuditSettings): boolean {
  return form !== 'none' && understood(claim).problem === null;
}
