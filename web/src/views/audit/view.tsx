import { useEffect, useRef, useState } from 'preact/hooks';
import { InvalidInput } from '../../../../src/index.ts';
import { EXAMPLE_NAMES, EXAMPLE_SETTINGS } from '../../bundled-examples.ts';
import { NOTHING_TO_AUDIT, type SortedFiles } from '../../dropped.ts';
import { type ExampleName, exampleFile, exampleSettings, isExample } from '../../examples.ts';
import { useDropped } from '../../file-drop.ts';
import { ClaimFields, claimState, understood } from '../../parts/claim.tsx';
import { Files, withKeys, withRoles } from '../../parts/files.tsx';
import { later } from '../../parts/later.tsx';
import { Problem, problemOf } from '../../parts/problem.tsx';
import { Working } from '../../parts/working.tsx';
import { addressWith, hadData, noteData, useSettings } from '../../route.ts';
import { goTo } from '../../scroll.ts';
import { AskedFiles, askedFiles, askedText, filesOfAudit, whyOtherFiles } from './asked-files.tsx';
import { type AuditWork, type FinishedAudit, hasData, newWork, workHere } from './audit-work.ts';
import { Columns } from './columns.tsx';
import { DropQuestion } from './drop-question.tsx';
import { LargerLimit } from './larger-limit.tsx';
import { ManifestWords } from './manifest-words.tsx';
import { MoreSettings } from './more-settings.tsx';
import { type AuditSettings, hasNoClaim, USUAL_AUDIT, withOwnSettings } from './settings.ts';
import { runCount, SeveralRuns } from './several-runs.tsx';
import { useAudit } from './use-audit.ts';

const LedgerView = later(async () => (await import('./ledger.tsx')).LedgerView);
const AuditReport = later(async () => (await import('./report.tsx')).AuditReport);

export function AuditView() {
  const place = useRef<HTMLElement>(null);
  // A new verdict is gone to once its report, which may have to be loaded, stands in the page.
  const isNew = useRef(false);
  const { shown, stage, show, read, audit, fetchAndAudit, stop } = useAudit(() => {
    isNew.current = true;
  });
  const goToNew = () => {
    if (isNew.current) requestAnimationFrame(() => goTo(place.current, 'start'));
    isNew.current = false;
  };
  const [lost, setLost] = useState(hadData);
  /** Why files that were dropped or chosen are not taken. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const [dropped, setDropped] = useState<SortedFiles | null>(null);

  /** Another entry of the history is shown: what belongs to it, and nothing of what was here. */
  const arrive = (asked: AuditSettings, same: boolean) => {
    setDropped(null);
    setRefusal(null);
    const known = workHere();
    // A new entry with the same address goes on with what is here; one that had other data does not.
    const goesOn = known === undefined && same && !hadData();
    show(known ?? (goesOn ? shown : newWork()));
    setLost(hadData() && !hasData((workHere() ?? shown).work));
    const now = (workHere() ?? shown).work;
    if (hasData(now) && asked.example === '') noteData(true);
    const { files, finished, problem } = now;
    if (asked.example !== '' && files.length === 0 && finished === null && problem === null) load(asked);
  };
  const [settings, change] = useSettings('audit', USUAL_AUDIT, arrive);
  const { work } = shown;
  const { files, folders, fixed, looks, contents, ledger, problem, finished } = work;

  /** Shows the example that an address names. */
  const load = (asked: AuditSettings) => {
    const { example } = asked;
    fetchAndAudit(
      newWork(),
      async () => {
        if (!isExample(example))
          throw new InvalidInput(`unknown example: ${example} (one of ${EXAMPLE_NAMES.join(', ')})`);
        const own = asked.form === '' ? await exampleSettings(example) : {};
        return { files: withRoles([await exampleFile(example)]), own };
      },
      asked,
      (own) => (asked.form === '' ? change(withOwnSettings(asked, own)) : asked),
    );
  };
  useEffect(() => {
    if (settings.example !== '' && finished === null) load(settings);
  }, []);

  const example = (name: ExampleName) => {
    const { form, claim } = hasClaim(settings) ? settings : EXAMPLE_SETTINGS;
    load(change({ ...USUAL_AUDIT, form, claim, example: name }, { push: true, leave: finished?.settings }));
  };

  const awaited = askedFiles(settings.files);

  /** Takes files of the user's, unless the address is about others. */
  const take = (chosen: SortedFiles) => {
    setRefusal(null);
    setDropped(null);
    if (chosen.files.length + chosen.folders.length === 0) return setRefusal(NOTHING_TO_AUDIT);
    if (awaited.length === 0 || finished !== null) return takeNow(chosen);
    return void whyOtherFiles(awaited, chosen).then(
      (why) => (why === null ? takeNow(chosen) : setRefusal(why)),
      (error: unknown) => setRefusal(problemOf(error)),
    );
  };

  /** Takes files of the user's in place of what is here, which the entry before keeps. */
  const takeNow = (chosen: SortedFiles) => {
    const others = finished === null ? {} : { files: '', figure: '' };
    const asked = change({ example: '', ...others }, { push: true, leave: finished?.settings });
    noteData(true);
    setLost(false);
    const next = newWork({ files: withRoles(chosen.files), folders: withKeys(chosen.folders) });
    // A manifest says what was claimed.
    read(next, asked, ({ claim }) => (claim === undefined ? asked : change(claimState(claim))));
  };

  /** Reads the same files in another way. */
  const readAgain = (next: Partial<AuditSettings>, others: Partial<AuditWork> = {}) => {
    const asked = change(next);
    shown.work = { ...work, ...others };
    read(shown, asked);
  };

  useDropped((drop) => {
    if (drop.refusal !== null) setRefusal(drop.refusal);
    else if (drop.elsewhere && hasData(work)) setDropped(drop.files);
    else take(drop.files);
  });

  const submit = () => {
    // An audit that found nothing has no entry of its own.
    const again = finished === null && problem !== null;
    const asked = change({}, again ? {} : { push: true, leave: finished?.settings });
    if (settings.example === '') noteData(true);
    const next = again ? shown : newWork({ ...work, finished: null, problem: null });
    show(next);
    void audit(next, asked);
  };

  const runs = runCount(work);
  const single = contents?.every(({ runs: count, rows }) => count === rows) ?? false;
  const outdated = finished !== null && JSON.stringify(finished.settings) !== JSON.stringify(settings);
  const empty = files.length + folders.length === 0;
  return (
    <>
      <h1>Is the privacy claim refuted?</h1>
      <p class="lead">
        You trained once with canaries: records planted for the audit, which fair coins put in or left out.
        For each you have a score, the higher the more likely it was in. Say what was claimed about the
        privacy of the training; the scores say whether it can be true.
      </p>
      {dropped === null ? null : (
        <DropQuestion
          dropped={dropped}
          present={presentWords(work)}
          onTake={() => take(dropped)}
          onKeep={() => setDropped(null)}
        />
      )}
      <form
        class="audit-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <section class="step">
          <h2>Scores</h2>
          <AskedFiles
            asked={empty || refusal !== null ? awaited : []}
            onForget={() => {
              setRefusal(null);
              change({ files: '', figure: '' });
            }}
          />
          <Problem text={refusal} shown />
          <Files
            files={files}
            folders={folders}
            contents={contents}
            onChoose={take}
            onRoles={(next) => readAgain({}, { files: next })}
          >
            {lost && empty ? (
              <p class="found">The scores that were here are kept in memory only. Choose their file again.</p>
            ) : null}
            {fixed === null ? null : <ManifestWords fixed={fixed} />}
            {looks === null ? null : <Columns looks={looks} settings={settings} onInput={readAgain} />}
            {runs > 1 ? (
              <SeveralRuns runs={runs} single={single} settings={settings} onInput={change} />
            ) : null}
          </Files>
          <p class="examples">
            <button type="button" onClick={() => example('half-noise')}>
              Try the example
            </button>
            <span>
              or{' '}
              <button type="button" class="plain" onClick={() => example('sound')}>
                an honest run
              </button>
              , or{' '}
              <button type="button" class="plain" onClick={() => example('reconstruction')}>
                a choice among candidates
              </button>
            </span>
          </p>
        </section>
        <section class="step">
          <h2>Claim</h2>
          <ClaimFields form={settings.form || 'none'} claim={settings.claim} none onInput={change} />
          <MoreSettings
            several={runs > 1 && !single}
            folders={folders.length > 0}
            settings={settings}
            onInput={change}
          />
        </section>
        <p class="go">
          <button type="submit" class="main" disabled={empty || ledger !== null}>
            Audit
          </button>
          {empty ? <span class="aside">Choose a score file first.</span> : null}
          {ledger === null ? null : <span class="aside">A ledger names its claim itself.</span>}
        </p>
      </form>
      {stage === null ? null : <Working stage={stage} onCancel={stop} />}
      <Problem text={problem} shown>
        <LargerLimit
          problem={problem ?? ''}
          settings={settings}
          onRaise={(limits) => readAgain({ limits })}
        />
      </Problem>
      <section ref={place} tabIndex={-1} class="result" aria-label="Result">
        {ledger === null ? null : <LedgerView report={ledger} onShown={goToNew} />}
        {finished === null ? null : (
          <AuditReport
            result={finished.result}
            command={finished.command}
            outdated={outdated}
            late={finished.late}
            onShown={goToNew}
            view={finished.settings.figure}
            link={(figure, named) => linkOf(finished, { figure, named })}
            ownFiles={finished.settings.example === '' ? namesOf(work) : []}
          />
        )}
      </section>
    </>
  );
}

/** The address of an audit as it was asked for; own files by name and hash where that is wanted. */
function linkOf(
  { result, settings }: FinishedAudit,
  { figure, named }: { readonly figure: string; readonly named: boolean },
): string {
  const files = named && settings.example === '' ? filesOfAudit(result) : [];
  return addressWith('audit', { ...settings, figure, files: askedText(files) }, USUAL_AUDIT);
}

function hasClaim(settings: AuditSettings): boolean {
  return !hasNoClaim(settings) && understood(settings.claim).problem === null;
}

/** What is here, for who may lose it. */
function presentWords(work: AuditWork): string {
  const [first, ...others] = namesOf(work);
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  return work.finished === null ? named : `${named}, with its verdict`;
}

function namesOf({ files, folders }: AuditWork): string[] {
  return [...folders.map(({ name }) => name), ...files.map(({ file }) => file.name)];
}
