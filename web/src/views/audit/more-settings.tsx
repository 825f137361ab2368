import { AUDIT_CHOICES, type AuditChoice, choiceLabel } from '../../../../src/audit-choices.ts';
import { Field, SidesChoice, settingFields, Tick } from '../../parts/field.tsx';
import type { AskedChoice, AuditSettings } from './settings.ts';

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
  const choice = choiceFields(settings, onInput);
  return (
    <details>
      <summary>More settings</summary>
      <h3>The design, fixed before the scores were seen</h3>
      <div class="fields">
        {choice('guesses')}
        {choice('sides')}
        {choice('lowerIsIn')}
        {several ? null : choice('atLeast')}
        {choice('threshold')}
        {choice('thresholdRuns')}
        {choice('sameCanary')}
        {choice('seed')}
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
        {choice('delta')}
        {choice('families')}
        {choice('violation')}
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
        {choice('options')}
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

/** Makes the fields of the choices of an audit, as the table of choices says them. */
export function choiceFields(settings: AuditSettings, onInput: (change: Partial<AuditSettings>) => void) {
  return (name: AskedChoice, own: Pick<AuditChoice, 'placeholder'> = {}) => {
    const { kind, usual, placeholder, hint }: AuditChoice = { ...AUDIT_CHOICES[name], ...own };
    const label = choiceLabel(name).replace(/^./, (letter) => letter.toUpperCase());
    const put = (value: string) => onInput({ [name]: value });
    const value = settings[name];
    if (kind === 'sides') return <SidesChoice label={label} value={value} onInput={put} />;
    if (kind === 'yes')
      return <Tick label={label} checked={value !== ''} onInput={(checked) => put(checked ? '1' : '')} />;
    const shown = placeholder ?? (typeof usual === 'number' ? usual.toExponential() : (usual ?? ''));
    return <Field label={label} value={value} placeholder={shown} hint={hint} onInput={put} />;
  };
}
