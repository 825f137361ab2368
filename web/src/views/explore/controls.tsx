import { ClaimFields } from '../../parts/claim.tsx';
import { Choice } from '../../parts/field.tsx';
import { Slider } from '../../parts/slider.tsx';
import type { ExploreSettings } from './question.ts';

interface ControlsProps {
  readonly settings: ExploreSettings;
  readonly onInput: (change: Partial<ExploreSettings>) => void;
}

/** The counts, tau, delta and the claim. */
export function ExploreControls({ settings, onInput }: ControlsProps) {
  const m = Math.max(1, Number(settings.m) || 1);
  const guesses = Math.max(1, Number(settings.guesses) || 1);
  // A slider lowers the counts that may not exceed its value; a typed value changes nothing else.
  const resize = (key: 'm' | 'guesses', value: string, dragged: boolean) => {
    const next = { ...settings, [key]: value };
    const most = Math.min(Number(next.guesses), Number(next.m));
    onInput(
      dragged
        ? { [key]: value, guesses: String(most), correct: String(Math.min(Number(next.correct), most)) }
        : { [key]: value },
    );
  };
  return (
    <form class="step" aria-label="What is explored" onSubmit={(event) => event.preventDefault()}>
      <h2>Counts</h2>
      <div class="fields">
        <Slider
          label="Canaries (m)"
          value={settings.m}
          scale={{ least: 10, most: 1_000_000, log: true, whole: true }}
          onInput={(value, dragged) => resize('m', value, dragged)}
        />
        <Slider
          label="Options per canary (k)"
          value={settings.k}
          scale={{ least: 2, most: 20, whole: true }}
          onInput={(k) => onInput({ k })}
        />
        <Slider
          label="Guesses (c′)"
          value={settings.guesses}
          scale={{ least: 1, most: m, log: m > 200, whole: true }}
          onInput={(value, dragged) => resize('guesses', value, dragged)}
        />
        <Slider
          label="Right guesses (c)"
          value={settings.correct}
          scale={{ least: 0, most: guesses, whole: true }}
          onInput={(correct) => onInput({ correct })}
        />
        {Number(settings.k) === 2 ? (
          <Choice
            label="What the guesses say"
            value={settings.sides}
            options={[
              ['both', 'some in, some out'],
              ['in', 'all in'],
              ['out', 'all out'],
            ]}
            onInput={(sides) => onInput({ sides })}
          />
        ) : null}
      </div>
      <h2>Tau and delta</h2>
      <div class="fields">
        <Slider
          label="Significance (tau)"
          value={settings.tau}
          scale={{ least: 1e-6, most: 0.5, log: true }}
          onInput={(tau) => onInput({ tau })}
        />
        <Slider
          label="Delta"
          value={settings.delta}
          scale={{ least: 1e-12, most: 0.1, log: true }}
          onInput={(delta) => onInput({ delta })}
        />
      </div>
      <h2>Claim</h2>
      <ClaimFields form={settings.form} claim={settings.claim} sliders onInput={onInput} />
    </form>
  );
}
