import { proxy } from 'comlink';
import {
  type BenchSource,
  figureCommand,
  modeOf,
  sourceOfAudit,
  sourceOfOneRun,
  stateInView,
  viewOf,
} from '../../../../src/bench/index.ts';
import { type AuditResult, InvalidInput } from '../../../../src/index.ts';
import { seedsOfTab } from '../../drawn-seeds.ts';
import type { SortedFiles } from '../../dropped.ts';
import { exhibitNamed } from '../../exhibits/index.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { withKeys, withRoles } from '../../parts/files.tsx';
import type { MadeState } from '../../pins.ts';
import { settingsFrom } from '../../query.ts';
import { runOfView } from '../../run-view.ts';
import { askedFiles, whyOtherFiles } from '../audit/asked-files.tsx';
import {
  type AuditSettings,
  auditCommand,
  optionsOf,
  readingOf,
  USUAL_AUDIT,
  withOwnSettings,
} from '../audit/settings.ts';
import { exploredSource } from '../explore/explored.ts';
import { USUAL_EXPLORE } from '../explore/question.ts';
import { storyState } from '../learn/scene.ts';
import { USUAL_STORY } from '../learn/story.ts';

const worker = new LatestAnswerWorker(Infinity);

/** The state that an address shows, made in this page; own files where it is about some. */
export async function stateOfAddress(address: string, own: SortedFiles | null = null): Promise<MadeState> {
  const [, view, query = ''] = /^#\/(\w+)(?:\?(.*))?$/.exec(address) ?? [];
  if (view === 'explore') return explored(query);
  if (view === 'learn') {
    const state = storyState(settingsFrom(query, USUAL_STORY));
    return { state, command: figureCommand(state) };
  }
  if (view === 'audit') return audited(settingsFrom(query, USUAL_AUDIT), own);
  throw new InvalidInput(`no state is shown by this address: ${address}`);
}

async function explored(query: string): Promise<MadeState> {
  const { source, view } = await exploredSource(settingsFrom(query, USUAL_EXPLORE), (counts) =>
    worker.ask((work) => work.madeUpCanaries(counts)),
  );
  const state = stateInView(source, view);
  return { state, command: figureCommand(state) };
}

async function audited(asked: AuditSettings, own: SortedFiles | null): Promise<MadeState> {
  const { files, folders, before, settings } = await filesOf(asked, own);
  const command = auditCommand({ files, folders }, settings);
  const result = await worker.ask(
    (work) =>
      work.auditFiles(
        readingOf({ files, folders }, settings),
        { ...optionsOf(settings), provenance: { version: __ONERUN_VERSION__, command } },
        proxy(() => {}),
        seedsOfTab.known(),
      ) as Promise<AuditResult>,
  );
  seedsOfTab.note(result);
  const { run, view } = runOfView(settings.figure);
  const source: BenchSource | null = run === null ? sourceOfAudit(result) : sourceOfOneRun(result, run);
  if (source === null) throw new InvalidInput('there is no figure of these scores');
  const state = stateInView(source, viewOf(view));
  const isWhole = modeOf(state) === 'fixed';
  return { state, command: isWhole ? [...before, command].join('\n') : figureCommand(state) };
}

/** What an address is about, an exhibit or files that the user has to choose, and the settings for it. */
async function filesOf(asked: AuditSettings, own: SortedFiles | null) {
  const { example, files: named } = asked;
  if (example !== '') {
    const exhibit = exhibitNamed(example);
    if (exhibit === undefined) throw new InvalidInput(`there is no example of this name: ${example}`);
    const before = 'command' in exhibit ? [String(exhibit.command)] : [];
    const settings = withOwnSettings(asked, exhibit.settings);
    return { files: withRoles([await exhibit.file()]), folders: [], before, settings };
  }
  if (own === null) throw new InvalidInput('this state is about files that the link does not hold');
  const why = await whyOtherFiles(askedFiles(named), own);
  if (why !== null) throw new InvalidInput(why);
  return { files: withRoles(own.files), folders: withKeys(own.folders), before: [], settings: asked };
}
