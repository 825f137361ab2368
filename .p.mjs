//#region src/quote.ts
/**
* Control and direction characters, what cannot be seen (fillers, variation selectors and an empty Braille
* cell among them), line separators and halves of surrogate pairs.
*/
const CLASSES = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;
const UNSEEN = new RegExp(CLASSES, "gu");
new RegExp(`(?!\\n)${CLASSES}`, "gu");
/** How much of a value is shown, and of a file's name. */
const VALUE_LENGTH = 120;
/**
* Text that somebody else wrote (a file's name, an id, a column, a value, a claim) as it may stand in a
* message: on one line, without characters that a terminal acts on or hides, and no longer than `longest`.
*/
function quoted(text, longest = VALUE_LENGTH) {
	if (text.length <= longest) return text.replace(UNSEEN, escaped);
	return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "").replace(UNSEEN, escaped)}…`;
}
/** As JSON and most languages write it. */
function escaped(character) {
	let text = "";
	for (let i = 0; i < character.length; i++) text += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
	return text;
}
//#endregion
//#region src/errors.ts
/**
* What the user gave cannot be used. The message is one sentence that names the thing, the rule and the
* value.
*/
var InvalidInput = class extends Error {
	name = "InvalidInput";
	/**
	* The options that help, named as in the library (`atLeast`). Messages name them in words; a command line
	* adds flags.
	*/
	options;
	/** Values are shortened where a message quotes them; the limit here catches what was overlooked. */
	constructor(message, options = []) {
		super(quoted(message, 2e3));
		this.options = options;
	}
};
//#endregion
//#region src/numerics/elementary.ts
/**
* Exponentials and logarithms that are the same to the last bit on every engine: the language leaves the last
* digit of Math.exp and its kin to the engine, and a composition of many steps multiplies that digit by their
* number. Only operations that IEEE 754 defines exactly are used. Errors stay below about one unit in the
* last place.
*/
/** ln 2 in two parts, the first so short that its products with exponents are exact. */
const LN2_HIGH = .6931471803691238;
const LN2_LOW = 19082149292705877e-26;
const INV_LN2 = Math.LOG2E;
/** Beyond these exp is 0 or infinite. */
const LEAST = -745.2;
const MOST = 709.8;
/** 2^-1022 to 2^1023. */
const POWERS = (() => {
	const powers = new Float64Array(2046);
	powers[1022] = 1;
	for (let k = 1; k <= 1023; k++) powers[1022 + k] = 2 * powers[1021 + k];
	for (let k = 1; k <= 1022; k++) powers[1022 - k] = powers[1023 - k] / 2;
	return powers;
})();
/** y 2^k, rounded once. */
function scale(y, k) {
	if (k > 1023) return 2 * y * POWERS[2044 + k - 1023];
	return k < -1022 ? y * POWERS[1022 + k + 100] * POWERS[922] : y * POWERS[1022 + k];
}
/**
* For |r| <= ln(2) / 2: r - P(r^2), where r coth(r / 2) = 2 + P(r^2) (Bernoulli's numbers). Then
* e^r = 1 + r + r c / (2 - c) with that c.
*/
function remainder(r) {
	const t = r * r;
	return r - t * (1 / 6 + t * (-1 / 360 + t * (1 / 15120 + t * (-1 / 604800 + t * (1 / 23950080 + t * (-691 / 653837184e3 + t / 37362124800))))));
}
/** e^x. */
function exp(x) {
	if (!(x > LEAST)) return x <= LEAST ? 0 : x;
	if (x > MOST) return Infinity;
	const k = Math.round(x * INV_LN2);
	const high = x - k * LN2_HIGH;
	const low = k * LN2_LOW;
	const r = high - low;
	const c = remainder(r);
	return scale(1 - (low - r * c / (2 - c) - high), k);
}
const DOUBLE = new Float64Array(1);
const WORDS = new Uint32Array(DOUBLE.buffer);
/** Which of the two words has the exponent. */
const UPPER = (() => {
	DOUBLE[0] = 1;
	return WORDS[1] === 0 ? 0 : 1;
})();
/**
* ln(1 + f) - f for 1 + f between about 0.7 and 1.42, by the series of the inverse hyperbolic tangent of f /
* (2 + f).
*/
function logRest(f, low) {
	const s = f / (2 + f);
	const z = s * s;
	const w = z * z;
	const half = .5 * f * f;
	return half - (s * (half + (z * (2 / 3 + w * (2 / 7 + w * (2 / 11 + w * (2 / 15 + w * (2 / 19))))) + w * (2 / 5 + w * (2 / 9 + w * (2 / 13 + w * (2 / 17 + w * (2 / 21))))))) + low);
}
/** The natural logarithm. */
function ln(x) {
	if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? Infinity : NaN;
	let k = 0;
	let y = x;
	if (y < 22250738585072014e-324) {
		y *= 0x40000000000000;
		k = -54;
	}
	if (y >= 898846567431158e293) {
		y *= .5;
		k = 1;
	}
	DOUBLE[0] = y;
	const exponent = (WORDS[UPPER] >>> 20) - 1023;
	k += exponent;
	let m = y * POWERS[1022 - exponent];
	if (m > Math.SQRT2) {
		m *= .5;
		k++;
	}
	const f = m - 1;
	return k * LN2_HIGH - (logRest(f, k * LN2_LOW) - f);
}
/** ln(1 + x). */
function log1p(x) {
	if (x > -.29 && x < .41) return x - logRest(x, 0);
	const u = 1 + x;
	return u > 0 && u < Infinity ? ln(u) + (x - (u - 1)) / u : ln(u);
}
//#endregion
//#region src/numerics/normal.ts
/**
* The standard normal distribution, accurate in both tails.
* The exponential is taken of an exactly representable square plus a small remainder, so that the
* rounding of z*z never reaches the result; the scaled rest is smooth and well conditioned.
* Rational approximations: W. J. Cody (1969) for erf and erfc, M. J. Wichura (1988, AS 241) for the quantile.
*/
const SQRT1_2 = Math.SQRT1_2;
const SQRT_2PI = 2.5066282746310002;
const INV_SQRT_PI = .5641895835477563;
/** Below this |z| the central erf series is used. */
const CENTRE = .66;
/** erf(x) for |x| < 0.47. */
function erfCentre(x) {
	const w = x * x;
	const top = (((.18577770618460315 * w + 3.1611237438705655) * w + 113.86415415105016) * w + 377.485237685302) * w + 3209.3775891384694;
	const bottom = (((w + 23.601290952344122) * w + 244.02463793444417) * w + 1282.6165260773723) * w + 2844.236833439171;
	return x * top / bottom;
}
/** 1/sqrt(pi) - x exp(x^2) erfc(x) for x > 4, from w = 1 / x^2. */
function erfcxDefect(w) {
	const top = ((((.016315387137302097 * w + .30532663496123236) * w + .36034489994980445) * w + .12578172611122926) * w + .016083785148742275) * w + .0006587491615298378;
	const bottom = ((((w + 2.568520192289822) * w + 1.8729528499234604) * w + .5279051029514285) * w + .06051834131244132) * w + .0023352049762686918;
	return w * top / bottom;
}
/** exp(x^2) erfc(x) for x >= 0.46. */
function erfcx(x) {
	if (x > 4) return (INV_SQRT_PI - erfcxDefect(1 / (x * x))) / x;
	return ((((((((2.1531153547440383e-8 * x + .5641884969886701) * x + 8.883149794388377) * x + 66.11919063714163) * x + 298.6351381974001) * x + 881.952221241769) * x + 1712.0476126340707) * x + 2051.0783778260716) * x + 1230.3393547979972) / ((((((((x + 15.744926110709835) * x + 117.6939508913125) * x + 537.1811018620099) * x + 1621.3895745666903) * x + 3290.7992357334597) * x + 4362.619090143247) * x + 3439.3676741437216) * x + 1230.3393548037495);
}
/** Phi(-t) for t >= CENTRE. */
function lowerTail(t) {
	if (t > 39) return 0;
	const near = Math.trunc(t * 16) / 16;
	const rest = .5 * erfcx(t * SQRT1_2) * exp(-.5 * (t - near) * (t + near));
	if (t < 37) return exp(-.5 * near * near) * rest;
	const half = exp(-.25 * near * near);
	return half * (half * rest);
}
/** Standard normal density. */
function normalPdf(z) {
	return exp(-.5 * z * z) / SQRT_2PI;
}
/** P[Z <= z]. */
function normalCdf(z) {
	const t = Math.abs(z);
	if (t < CENTRE) return .5 + .5 * erfCentre(z * SQRT1_2);
	return z < 0 ? lowerTail(t) : 1 - lowerTail(t);
}
/** ln P[Z <= z], finite for every z above about -1e154. */
function logNormalCdf(z) {
	if (z > -CENTRE) return z < CENTRE ? ln(normalCdf(z)) : log1p(-lowerTail(z));
	if (z === -Infinity) return -Infinity;
	return -.5 * z * z + ln(.5 * erfcx(-z * SQRT1_2));
}
//#endregion
//#region src/numerics/quadrature.ts
const STEP = 1 / 64;
const REACH = 640;
/** The mean of g(Z), Z standard normal: the trapezoidal rule, which converges geometrically for smooth g. */
function normalMean(g) {
	let sum = 0;
	for (let i = -REACH; i <= REACH; i++) {
		const z = i * STEP;
		sum += normalPdf(z) * g(z);
	}
	return sum * STEP;
}
//#endregion
//#region src/numerics/root.ts
/**
* Shrinks [lo, hi] around the sign change of a function that is >= 0 at `lo` and < 0 at `hi` (lo may exceed
* hi) until the ends are `near` enough: by default, differ by at most 1e-13 of their size. Both ends returned
* were evaluated, so either can be trusted. The ITP method (Oliveira and Takahashi, 2020) takes as few steps
* as the secant method on smooth functions and at most one more than bisection on any.
*/
function findSignChange(g, lo, hi, near = 1e-13) {
	let gLo = g(lo);
	let gHi = g(hi);
	if (!(gLo >= 0 && gHi < 0)) throw new Error(`internal: no sign change on [${lo}, ${hi}]: ${gLo}, ${gHi}`);
	const tolerance = typeof near === "number" ? near : 2 ** -52;
	const resolution = () => tolerance * Math.max(Math.abs(lo), Math.abs(hi)) + Number.MIN_VALUE;
	const done = () => typeof near === "number" ? Math.abs(hi - lo) <= resolution() : near(lo, hi);
	const start = Math.abs(hi - lo);
	let budget = 2 * start;
	for (let step = 0; step < 2e3 && !done(); step++) {
		const middle = lo + .5 * (hi - lo);
		if (middle === lo || middle === hi) break;
		const width = hi - lo;
		const secant = Number.isFinite(gLo) && Number.isFinite(gHi) ? lo + width * (gLo / (gLo - gHi)) : middle;
		const nudge = Math.max(.2 * width * width / start, .3 * resolution());
		const towards = Math.sign(middle - secant);
		let x = nudge <= Math.abs(middle - secant) ? secant + towards * nudge : middle;
		budget *= .5;
		const radius = budget - .5 * Math.abs(width);
		if (Math.abs(x - middle) > radius) x = middle - towards * radius;
		if (x === lo || x === hi) x = middle;
		const gx = g(x);
		if (Number.isNaN(gx)) throw new Error(`internal: function is not a number at ${x}`);
		if (gx >= 0) {
			lo = x;
			gLo = gx;
		} else {
			hi = x;
			gHi = gx;
		}
	}
	return {
		lo,
		hi
	};
}
//#endregion
//#region src/observation.ts
/** Beyond any audit. Sums of two counts stay below 2^31, which bisections rely on. */
const MOST_CANARIES = 1e9;
/** Throws unless the four numbers can have come from one game, and the sides with them. */
function checkObservation({ m, k, guesses, correct, sides }) {
	whole("canaries", m, 1);
	if (m > 1e9) throw new InvalidInput(`invalid canaries; must be at most ${MOST_CANARIES}: ${m}`);
	whole("options", k, 2);
	whole("guesses", guesses, 0);
	whole("correct", correct, 0);
	if (guesses > m) throw new InvalidInput(`invalid guesses; must be at most canaries (${m}): ${guesses}`);
	if (correct > guesses) throw new InvalidInput(`invalid correct; must be at most guesses (${guesses}): ${correct}`);
	if (sides === void 0) return;
	if (sides !== "in" && sides !== "out") throw new InvalidInput(`invalid sides; must be in or out, or left out for both: ${sides}`);
	if (k !== 2) throw new InvalidInput(`invalid sides; a choice among ${k} candidates has no in and out: ${sides}`);
}
function whole(name, value, least) {
	if (!Number.isSafeInteger(value)) throw new InvalidInput(`invalid ${name}; must be a whole number: ${value}`);
	if (value < least) throw new InvalidInput(`invalid ${name}; must be at least ${least}: ${value}`);
}
//#endregion
//#region src/check.ts
/** Throws unless the value is a finite number above 0. */
function checkPositive(name, value) {
	if (!(value > 0 && value < Infinity)) throw new InvalidInput(`invalid ${name}; must be above 0: ${value}`);
}
//#endregion
//#region src/games/ideal.ts
/**
* The expected fraction of right guesses, in closed form: for k = 2 as m grows (within 0.3% already at m =
* 100), for k > 2 without abstention at every m. With abstention and k > 2 there is none: simulate.
*/
function idealFraction(setting) {
	checkIdealSetting(setting);
	const { sigma, m, guesses, k } = setting;
	if (k === 2) {
		const wide = 2 * sigma;
		const logIn = (t) => logNormalCdf((1 - t) / wide);
		const logOut = (t) => logNormalCdf((-1 - t) / wide);
		const target = ln(guesses / m);
		const excess = (t) => logIn(t) + log1p(exp(logOut(t) - logIn(t))) - target;
		let high = 1;
		while (excess(high) >= 0) high *= 2;
		const t = guesses === m ? 0 : findSignChange(excess, 0, high, 1e-14).lo;
		return 1 / (1 + exp(logOut(t) - logIn(t)));
	}
	if (guesses < m) throw new InvalidInput("no closed form for more than two options with abstention; simulate it");
	const shift = Math.SQRT1_2 / sigma;
	return normalMean((z) => exp((k - 1) * logNormalCdf(z + shift)));
}
function checkIdealSetting({ sigma, m, guesses, k }) {
	checkPositive("sigma", sigma);
	checkObservation({
		m,
		k,
		guesses,
		correct: 0
	});
	if (guesses === 0) throw new InvalidInput("invalid guesses; must be at least 1: 0");
}
//#endregion
//#region ../../tmp/atk-ev/if.ts
console.log(idealFraction({
	sigma: .95,
	m: 1e3,
	guesses: 46,
	k: 2
}), idealFraction({
	sigma: .9,
	m: 1e3,
	guesses: 126,
	k: 2
}));
//#endregion
export {};
