import { useEffect, useMemo, useRef } from 'preact/hooks';
import { newBenchEngine } from '../../parts/bench-answer.ts';
import { problemOf } from '../../parts/problem.tsx';
import { completePin, isMade, isOpen, type Pin, settlePin } from '../../pins.ts';
import { stateOfAddress } from './states.ts';

/** Makes the states that are known by their addresses alone, one after the other. */
export function useMadePins(pins: readonly Pin[]): void {
  const next = pins.find(
    ({ made, problem, origin }) => made === null && problem === null && origin.named === null,
  );
  useEffect(() => {
    if (next === undefined) return;
    const { key, origin } = next;
    stateOfAddress(origin.address).then(
      (made) => settlePin(key, { made }),
      (error: unknown) => settlePin(key, { problem: problemOf(error) ?? 'it could not be made' }),
    );
  }, [next?.key]);
}

/** Asks for the answers that states lack, one after the other. */
export function useCompletedPins(pins: readonly Pin[]): void {
  const engine = useMemo(newBenchEngine, []);
  // States about which nothing more can be known.
  const left = useRef(new Set<number>());
  const open = pins.filter(isMade).find((one) => isOpen(one) && !left.current.has(one.key));
  useEffect(() => {
    if (open === undefined) return;
    void completePin(engine, open).then(() => left.current.add(open.key));
    return () => engine.stop();
  }, [open?.key]);
}
