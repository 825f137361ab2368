import { SidesChoice, settingFields, Tick } from '../../parts/field.tsx';
import type { AuditSettings } from './settings.ts';

interface MoreProps {
  /** Whether there are several runs, of which more is asked beside their files. */
  readonly several: boolean;
  /** Whether there are run folders, whose manifests may name a plan. */
  readonly folders: boolean;
  readonly settings: AuditSettings;
  readonly onInput: (change: Partial<AuditSettings>) => void;
}

/** The settings of an audit beyond the claim; every one of them may be left empty. */
export function MoreSettings({ several, folders, settings, onInput }: MoreProps) {
  const field = settingFields(settings, onInput);
  return (
    <details>
      <summary>More settings</summary>
      <h3>The design, fixed before the scores were seen</h3>
      <div class="fields">
        {field('guesses', 'Guesses', 'planned', 'One number or several, as 100, 300: several share tau.')}
        <SidesChoice
          label="Which end of the scores is guessed"
          value={settings.sides}
          onInput={(sides) => onInput({ sides })}
        />
        <Tick
          label="Scores are losses: the lower, the more likely in"
          checked={settings.lowerIsIn !== ''}
          onInput={(checked) => onInput({ lowerIsIn: checked ? '1' : '' })}
        />
        {several ? null : field('atLeast', 'Right guesses that make a run count', 'only for several runs')}
        {field(
          'threshold',
          'Threshold of the score',
          'only for one canary in or out of many runs',
          'The classical audit: scores from here on are called in.',
        )}
        {field('thresholdRuns', 'Or runs, the first ones, that choose the threshold', 'none')}
        <Tick
          label="The canary is the same in all runs"
          checked={settings.sameCanary !== ''}
          onInput={(checked) => onInput({ sameCanary: checked ? '1' : '' })}
        />
        {field('seed', 'Seed that breaks ties', 'fresh')}
        {folders ? (
          <Tick
            label="Depart from the plan: the verdict will say so"
            checked={settings.departFromPlan !== ''}
            onInput={(checked) => onInput({ departFromPlan: checked ? '1' : '' })}
          />
        ) : null}
      </div>
      <h3>Tau, delta and families</h3>
      <div class="fields">
        {field('confidence', 'Confidence', '0.95')}
        {field('delta', 'Delta', '1e-5')}
        {field(
          'families',
          'Families to search',
          'gaussian; approx-dp(delta=1e-5)',
          'Several are separated by semicolons.',
        )}
        {field('violation', 'Violation that the power is stated against', 'half the noise')}
      </div>
      <h3>The file</h3>
      <div class="fields">
        {field('score', 'Column of scores', 'score')}
        {field('included', 'Column of who was in', 'included')}
        {field('id', 'Column of ids', 'id')}
        {field(
          'run',
          'Column that tells runs apart',
          'run',
          'Of several runs in one file; none, if no column does.',
        )}
        {field('options', 'Candidates per bucket', 'as the file shows')}
        {field(
          'limits',
          'Limits of reading',
          'the usual ones',
          'As rows=1e9 or several, of bytes, gzip, rows, memory, seconds.',
        )}
      </div>
    </details>
  );
}
