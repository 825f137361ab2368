import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { STEPS, type StepName } from './story.ts';

/** A step becomes current when it crosses this part of the window, a little above its middle. */
const READING_LINE = '-38% 0px -60% 0px';

/** From this width on all steps stand in a column beside the figure; below, the current one alone. */
const WIDE = '(min-width: 60rem)';

/**
 * Keeps the step of the address and the step that is read the same: scrolling to a step makes it current, and
 * a step that is asked for is scrolled to. Narrow windows show the current step alone.
 */
export function useSteps(
  step: StepName,
  onStep: (step: StepName) => void,
): {
  readonly story: { current: HTMLDivElement | null };
  readonly goTo: (step: StepName) => void;
  /** Makes a step current that the reader touched, without scrolling. */
  readonly touch: (step: StepName) => void;
} {
  const story = useRef<HTMLDivElement>(null);
  // The step that is in view: one that differs from it was asked for elsewhere.
  const inView = useRef<StepName>(STEPS[0]);
  const told = useRef(onStep);
  told.current = onStep;
  const elementOf = (name: StepName) => story.current?.querySelector<HTMLElement>(`#step-${name}`) ?? null;
  const goTo = (name: StepName) => {
    inView.current = name;
    told.current(name);
    // A step that was hidden is there after the next drawing.
    requestAnimationFrame(() => {
      bringIntoView(story.current, elementOf(name));
      elementOf(name)?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    });
  };
  const touch = (name: StepName) => {
    if (name === inView.current) return;
    inView.current = name;
    told.current(name);
  };

  useLayoutEffect(() => {
    if (step === inView.current) return;
    inView.current = step;
    bringIntoView(story.current, elementOf(step));
  }, [step]);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const name = STEPS.find((one) => target.id === `step-${one}`);
          if (isIntersecting && name !== undefined) touch(name);
        }
      },
      { rootMargin: READING_LINE },
    );
    for (const name of STEPS) {
      const element = elementOf(name);
      if (element !== null) observer.observe(element);
    }
    // Between one step alone and all of them in a column, the current one stays in view.
    const isWide = matchMedia(WIDE);
    const keepInView = () => bringIntoView(story.current, elementOf(inView.current));
    isWide.addEventListener('change', keepInView);
    return () => {
      observer.disconnect();
      isWide.removeEventListener('change', keepInView);
    };
  }, []);
  return { story, goTo, touch };
}

function bringIntoView(story: HTMLElement | null, step: HTMLElement | null): void {
  (matchMedia(WIDE).matches ? step : story)?.scrollIntoView({ block: 'start' });
}
