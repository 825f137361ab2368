import { ClaimFields } from '../../parts/claim.tsx';
import { Radios, SidesChoice, settingFields } from '../../parts/field.tsx';
import { Slider } from '../../parts/slider.tsx';
import type { PlanSettings } from './question.ts';

interface PlanControlsProps {
  readonly settings: PlanSettings;
  readonly onInput: (change: Partial<PlanSettings>) => void;
}

/** The claim, the size and the further settings of a plan. */
export function PlanControls({ settings, onInput }: PlanControlsProps) {
  const field = settingFields(settings, onInput);
  return (
    <form class="step" aria-label="What is planned" onSubmit={(event) => event.preventDefault()}>
      <h2>Claim</h2>
      <ClaimFields form={settings.form} claim={settings.claim} onInput={onInput} />
      <h2>Size</h2>
      <Radios
        label="What is given"
        value={settings.by}
        options={[
          ['canaries', 'canaries'],
          ['target', 'an epsilon to prove'],
          ['power', 'a power'],
        ]}
        onInput={(by) => onInput({ by })}
      >
        <div class="fields">
          <SizeSlider settings={settings} onInput={onInput} />
        </div>
      </Radios>
      <details>
        <summary>More settings</summary>
        <div class="fields">
          <Slider
            label="Runs audited together"
            value={settings.runs}
            scale={{ least: 1, most: 100, log: true, whole: true }}
            onInput={(runs) => onInput({ runs })}
          />
          {field(
            'model',
            'Mechanism the design is made for',
            'the claim, or the Gaussian that just keeps it',
          )}
          {field('violation', 'What may be true instead', 'half the noise, or twice the epsilon')}
          {field('guesses', 'Guesses', 'the best number')}
          {field('options', 'Options per canary', '2')}
          <SidesChoice
            label="Which end of the scores will be guessed"
            value={settings.sides}
            onInput={(sides) => onInput({ sides })}
          />
          {field('family', 'Family of the expected epsilon', 'the one that fits')}
          {field('confidence', 'Confidence', '0.95')}
          {field('delta', 'Delta', '1e-5')}
          {field('seed', 'Seed that breaks ties', 'drawn at random')}
        </div>
      </details>
    </form>
  );
}

/** What the number of canaries is, or what it is found from. */
function SizeSlider({ settings, onInput }: PlanControlsProps) {
  switch (settings.by) {
    case 'target':
      return (
        <Slider
          label="Target epsilon"
          value={settings.target}
          scale={{ least: 0.1, most: 10, log: true }}
          onInput={(target) => onInput({ target })}
        />
      );
    case 'power':
      return (
        <Slider
          label="Probability to catch the violation"
          value={settings.power}
          scale={{ least: 0.5, most: 0.99 }}
          onInput={(power) => onInput({ power })}
        />
      );
    default:
      return (
        <Slider
          label="Canaries"
          value={settings.canaries}
          scale={{ least: 20, most: 1_000_000, log: true, whole: true }}
          onInput={(canaries) => onInput({ canaries })}
        />
      );
  }
}
