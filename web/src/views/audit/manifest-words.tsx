import { CHOICE_NAMES, choiceLabel, type DesignChoices } from '../../../../src/audit-choices.ts';

/** What the manifest of a run folder and its plan fixed before the scores were seen. */
export function ManifestWords({ fixed }: { readonly fixed: DesignChoices }) {
  const said = CHOICE_NAMES.flatMap((name) => {
    const value = fixed[name];
    return value === undefined ? [] : [[choiceLabel(name), [value].flat().join(', ')]];
  });
  if (said.length === 0) return null;
  return (
    <div class="manifest">
      <p>The manifest, or its plan, fixed, and the audit keeps unless you state something else:</p>
      <dl>
        {said.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
