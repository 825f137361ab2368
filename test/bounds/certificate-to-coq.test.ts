import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { coqOf } from '../../proofs/certificate-to-coq.js';

const certificate = {
  schema: 'onerun-certificate/1',
  claim: 'profile(0.5:0.2, 1:0.05, 3:1e-6)',
  relation: 'add-remove',
  observation: { m: 10, k: 2, guesses: 5, correct: 4 },
  bound: 0.25,
  tangents: [{ epsilon: 0, delta: 1e-2, weights: [[1, 4, 1.5]] }],
  checksum: '',
};
const text = JSON.stringify(certificate);

describe('a certificate as a Coq file', () => {
  test('has the decimals of the file as whole numbers, and slopes above', () => {
    const coq = coqOf(text.replace('0.25', '2.50000000000000000001e-1'));
    expect(coq).toContain('claimed := 250000000000000000001; bound_unit := 1000000000000000000000;');
    expect(coq).toContain(
      'canaries := 10; on_one_side := false; options := 2; guesses := 5; pays := tail 4;',
    );
    expect(coq).toMatch(/Line 1000000000000003\d 1 \[:: \(1, 4, 15\)\]/);
  });

  test('knows sides', () => {
    const one = { ...certificate, observation: { ...certificate.observation, sides: 'out' } };
    expect(coqOf(JSON.stringify(one))).toContain('on_one_side := true;');
  });

  test.each([
    ['"m":10', '"m":"10 *) Axiom found : False. (*"', /number of canaries/],
    ['"m":10', '"m":-10', /number of canaries/],
    ['"k":2', '"k":2.5', /number of options/],
    ['"guesses":5', '"guesses":1e3', /number of guesses/],
    ['"correct":4', '"right":4', /number of right guesses/],
    ['"correct":4', '"correct":4,"sides":"left"', /sides/],
    ['0.25', '1e-999999999', /bound.*exponent/],
    ['0.25', '"0.25"', /bound/],
    ['"epsilon":0', '"epsilon":true', /epsilon of tangent 1/],
    ['"epsilon":0', '"epsilon":"0"', /epsilon of tangent 1/],
    ['"delta":0.01', '"delta":-0.01', /delta of tangent 1/],
    ['[1,4,1.5]', '[1,4,-1.5]', /weight of tangent 1/],
    ['[1,4,1.5]', '["1, 4, 9); (1",4,1.5]', /first count of tangent 1/],
    ['[1,4,1.5]', '[1,4,1.5,9]', /weights of tangent 1/],
    ['[1,4,1.5]', '[1,4]', /weights of tangent 1/],
    ['"m":10', '"m":{"number":"10"}', /key number/],
    ['0.25', '{"\\u006eumber":["0.25"]}', /key number/],
    ['certificate/1', 'plan/1', /schema/],
    ['"m":10', '"m":010', /JSON/],
  ])('with %s made %s is refused', (from, to, why) => {
    expect(text).toContain(from);
    expect(() => coqOf(text.replace(from, to))).toThrow(why);
  });
});

describe('evidence of rounds as a Coq file', () => {
  const steps = readFileSync(new URL('../golden/evidence/steps.json', import.meta.url), 'utf8');

  test('has its bets and rounds, with shares cut off and the evidence below what is stated', () => {
    const coq = coqOf(steps.replace(/"mostLogEvidence":[\d.]+/, '"mostLogEvidence":3'));
    expect(coq).toMatch(/share_unit := 1000000000000000;/);
    expect(coq).toContain(
      `Bet ${JSON.parse(steps).products[0].weight.toFixed(17).slice(2, 17).replace(/^0+/, '')} {|`,
    );
    // e^3 is 20.0855369231...
    expect(coq).toMatch(/stated := 200855368629\d{5}; stated_unit := 10{15};/);
    expect(coq.match(/^ {4}Shown /gm)).toHaveLength(8);
    expect(coq.match(/Shown None true/g)).toHaveLength(1);
  });

  test('takes the last that is known of a run, and looks after those of one call', () => {
    const started = steps.replace('"events":[', '"events":[{"run":1,"reached":null},');
    expect(coqOf(started)).toBe(coqOf(steps));
    const coq = coqOf(steps.replace('"run":4,', '"run":4,"together":true,'));
    expect(
      [...coq.matchAll(/^ {4}Shown .* (\w+)(?:;| \|\}\.)?$/gm)].map(([, looked]) => looked).slice(0, 4),
    ).toEqual(['true', 'true', 'false', 'true']);
  });

  test.each([
    [/"weight":[\d.e-]+/, '"weight":-1', /weight of a product/],
    ['"run":2', '"run":3', /run 3/],
    ['"base":', '"base":-', /payoff/],
    ['"reached":null', '"reached":[["1]; Some"]]', /chance/],
    ['"reached":null', '"reached":"None"', /reached/],
    [/"steps":\[\[\d+,/, '"steps":[[0.5,', /step/],
    [/"mostLogEvidence":[\d.]+/, '"mostLogEvidence":"3"', /evidence/],
  ])('with %s made %s is refused', (from, to, why) => {
    const changed = steps.replace(from, to);
    expect(changed).not.toBe(steps);
    expect(() => coqOf(changed)).toThrow(why);
  });
});
