//#region \0rolldown/runtime.js
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod), cb = null), mod.exports);
var __copyProps = (to, from, except, desc) => {
	if (from && typeof from === "object" || typeof from === "function") for (var keys = __getOwnPropNames(from), i = 0, n = keys.length, key; i < n; i++) {
		key = keys[i];
		if (!__hasOwnProp.call(to, key) && key !== except) __defProp(to, key, {
			get: ((k) => from[k]).bind(null, key),
			enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable
		});
	}
	return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", {
	value: mod,
	enumerable: true
}) : target, mod));
//#endregion
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
/** A claim or family that cannot be read; `column` counts from 1. */
var InvalidClaim = class extends InvalidInput {
	name = "InvalidClaim";
	column;
	constructor(problem, column, options = []) {
		super(`invalid claim; ${problem} (column ${column})`, options);
		this.column = column;
	}
};
//#endregion
//#region src/check.ts
/** Throws unless the value is a finite number above 0. */
function checkPositive(name, value) {
	if (!(value > 0 && value < Infinity)) throw new InvalidInput(`invalid ${name}; must be above 0: ${value}`);
}
/** Throws unless the value is a whole number of at least `least`, and at most `most` where that is stated. */
function checkWhole(name, value, least, most = Infinity) {
	if (Number.isSafeInteger(value) && value >= least && value <= most) return;
	throw new InvalidInput(`invalid ${name}; must be a whole number${most === Infinity ? `, ${least} or above` : ` from ${least} to ${shortNumber(most)}`}: ${value}`);
}
/** Throws unless the value lies in (0, 1]. */
function checkShare(name, value) {
	if (!(value > 0 && value <= 1)) throw new InvalidInput(`invalid ${name}; must be in (0, 1]: ${value}`);
}
/** Throws unless the value lies in (0, 1). */
function checkProbability(name, value) {
	if (!(value > 0 && value < 1)) throw new InvalidInput(`invalid ${name}; must be in (0, 1): ${value}`);
}
/** Large limits as people write them: 2e7, not 20000000. */
function shortNumber(x) {
	return x < 1e6 ? String(x) : x.toExponential().replace("+", "");
}
//#endregion
//#region src/levels.ts
/** Throws unless tau is a significance level. */
function checkTau(tau) {
	checkProbability("tau", tau);
}
/** Throws unless delta is a probability below 1. */
function checkDelta(delta) {
	if (!(delta >= 0 && delta < 1)) throw new InvalidInput(`invalid delta; must be in [0, 1): ${delta}`);
}
//#endregion
//#region src/observation.ts
/** Beyond any audit. Sums of two counts stay below 2^31, which bisections rely on. */
const MOST_CANARIES = 1e9;
/** The observation that counts come to, checked. */
function observationOf({ m, k = 2, guesses = m, correct, sides }) {
	checkSides(sides);
	const observation = {
		m,
		k,
		guesses,
		correct,
		...oneSide(sides)
	};
	checkObservation(observation);
	return observation;
}
/** What an observation says of its sides: nothing, unless all guesses are on one. */
function oneSide(sides) {
	return sides === "in" || sides === "out" ? { sides } : {};
}
/**
* The number of canaries that Theorem 1 divides by. A guess that is always on one side is about the canaries
* of that side only, of which there are m / 2 on average: docs/one-sided.md.
*/
function canariesInTheorem({ m, sides }) {
	return sides === void 0 ? m : m / 2;
}
/** Throws unless these are sides, or nothing is said of them. */
function checkSides(sides) {
	if (sides !== void 0 && ![
		"in",
		"out",
		"both"
	].includes(sides)) throw new InvalidInput(`invalid sides; must be in, out or both: ${sides}`);
}
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
//#region src/numerics/angles.ts
/**
* Sines and cosines with the same bits on every engine, by operations that IEEE 754 defines exactly. Errors
* stay below about one unit in the last place of numbers next to 1.
*/
/** Pi / 2 in three parts, the first two so short that their products with small whole numbers are exact. */
const HALF_PI = [
	1.5707963267341256,
	6077100506303966e-26,
	20222662487959506e-37
];
/** How many quarter turns are nearest to an angle. */
function quarterTurns(x) {
	return Math.round(x * (2 / Math.PI));
}
/** What an angle has beyond so many quarter turns. */
function beyondTurns(x, n) {
	return x - n * HALF_PI[0] - n * HALF_PI[1] - n * HALF_PI[2];
}
/** The sine of an angle below about a million. */
function sin(x) {
	const n = quarterTurns(x);
	const r = n === 0 ? x : beyondTurns(x, n);
	const value = (n & 1) === 0 ? r * sine(r * r) : 1 + lessOne(r * r);
	return (n & 2) === 0 ? value : -value;
}
/** The cosine of an angle below about a million, less 1, relatively accurate at small angles. */
function cosm1(x) {
	const n = quarterTurns(x);
	const r = n === 0 ? x : beyondTurns(x, n);
	if ((n & 1) === 1) return ((n & 2) === 0 ? -r : r) * sine(r * r) - 1;
	return (n & 2) === 0 ? lessOne(r * r) : -2 - lessOne(r * r);
}
/** cos and sin of 2 pi i / n for i from 0 to n - 1, interleaved; n a multiple of 8. */
function rootsOfUnity(n) {
	const roots = new Float64Array(2 * n);
	const eighth = n / 8;
	for (let i = 0; i <= eighth; i++) {
		const x = 2 * Math.PI * i / n;
		const t = x * x;
		const c = 1 + lessOne(t);
		const s = x * sine(t);
		const put = (j, a, b) => {
			roots[2 * (j % n)] = a;
			roots[2 * (j % n) + 1] = b;
		};
		put(i, c, s);
		put(2 * eighth - i, s, c);
		put(2 * eighth + i, -s, c);
		put(4 * eighth - i, -c, s);
		put(4 * eighth + i, -c, -s);
		put(6 * eighth - i, -s, -c);
		put(6 * eighth + i, s, -c);
		put(n - i, c, -s);
	}
	return roots;
}
/** Taylor's series in t = x^2 for x up to pi / 4: the sine without its factor x. */
function sine(t) {
	return 1 - t * (1 / 6 - t * (1 / 120 - t * (1 / 5040 - t * (1 / 362880 - t * (1 / 39916800 - t * (1 / 6227020800 - t * (1 / 1307674368e3 - t / 355687428096e3)))))));
}
/** The cosine, less 1. */
function lessOne(t) {
	return -t * (1 / 2 - t * (1 / 24 - t * (1 / 720 - t * (1 / 40320 - t * (1 / 3628800 - t * (1 / 479001600 - t * (1 / 87178291200 - t / 20922789888e3)))))));
}
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
const LEAST$2 = -745.2;
const MOST$1 = 709.8;
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
	if (!(x > LEAST$2)) return x <= LEAST$2 ? 0 : x;
	if (x > MOST$1) return Infinity;
	const k = Math.round(x * INV_LN2);
	const high = x - k * LN2_HIGH;
	const low = k * LN2_LOW;
	const r = high - low;
	const c = remainder(r);
	return scale(1 - (low - r * c / (2 - c) - high), k);
}
/** e^x - 1. */
function expm1(x) {
	if (!(x > -40)) return x <= -40 ? -1 : x;
	if (x > MOST$1) return Infinity;
	const k = Math.round(x * INV_LN2);
	const high = x - k * LN2_HIGH;
	const low = k * LN2_LOW;
	const r = high - low;
	const c = remainder(r);
	const e = r * c / (2 - c);
	if (k === 0) return x + e;
	const lost = high - r - low;
	if (k > 55) return scale(1 + (r + (e + lost)), k);
	const power = POWERS[1022 + k];
	return power * r + power * (e + lost) + (power - 1);
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
/** (e^x - e^-x) / 2. */
function sinh(x) {
	return .5 * (expm1(x) - expm1(-x));
}
/** The inverse of sinh. */
function asinh(x) {
	const size = Math.abs(x);
	const value = size > 1e150 ? ln(size) + Math.LN2 : log1p(size + size * size / (1 + Math.sqrt(1 + size * size)));
	return Math.sign(x) * value;
}
//#endregion
//#region src/numerics/binomial.ts
/**
* Binomial tails that neither underflow nor lose digits, for n up to 1e7 and beyond. The largest term comes
* from Loader's saddle-point form (2000), the rest of the tail from the ratio of neighbours.
*/
const HALF_LN_2PI = .9189385332046728;
/** ln n! - ((n + 1/2) ln n - n + ln(2 pi)/2), the error of Stirling's formula, for n = 1..16. */
const STIRLING_ERROR = [
	0,
	.08106146679532726,
	.0413406959554093,
	.02767792568499834,
	.020790672103765093,
	.016644691189821193,
	.013876128823070748,
	.01189670994589177,
	.010411265261972096,
	.009255462182712733,
	.00833056343336287,
	.007573675487951841,
	.00694284010720953,
	.006408994188004207,
	.0059513701127588475,
	.005554733551962801,
	.0052076559196096404
];
function stirlingError(n) {
	if (n <= 16) return STIRLING_ERROR[n];
	const w = 1 / (n * n);
	return (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * 691 / 360360))))) / n;
}
/** x - n p to the last digit: the high half of p times n is exact. */
function excess(n, x, p) {
	const high = Math.fround(p);
	return x - n * high - n * (p - high);
}
/** x ln(x / mean) + mean - x, where d = x - mean, without cancellation when x is near the mean. */
function deviance(x, mean, d) {
	if (Math.abs(d) >= .1 * (x + mean)) return x * (mean < 1e-290 ? ln(x) - ln(mean) : ln(x / mean)) - d;
	const v = d / (x + mean);
	let sum = d * v;
	let power = 2 * x * v;
	for (let j = 3;; j += 2) {
		power *= v * v;
		const next = sum + power / j;
		if (next === sum) return sum;
		sum = next;
	}
}
/** ln P[Bin(n, p) = x], q = 1 - p given apart so that neither loses digits; p, q > 0. */
function logPmf(n, x, p, q) {
	if (x === 0) return n * (p < .5 ? log1p(-p) : ln(q));
	if (x === n) return n * (q < .5 ? log1p(-q) : ln(p));
	const y = n - x;
	const constant = stirlingError(n) - stirlingError(x) - stirlingError(y);
	const d = p < q ? excess(n, x, p) : -excess(n, y, q);
	return constant - deviance(x, n * p, d) - deviance(y, n * q, -d) - HALF_LN_2PI - .5 * ln(x * (y / n));
}
/** ln P[Bin(n, p) >= x] for x at or above the mean, where the terms fall from the first on. */
function logUpper(n, x, p, q) {
	const odds = p / q;
	let term = 1;
	let sum = 1;
	for (let i = x; i < n; i++) {
		term *= (n - i) / (i + 1) * odds;
		sum += term;
		if (term < 1e-18 * sum) break;
	}
	return logPmf(n, x, p, q) + ln(sum);
}
/** ln P[Bin(n, p) >= atLeast]. `q` defaults to 1 - p; pass it where it is known better. */
function logBinomialTail(n, p, atLeast, q = 1 - p) {
	if (!(p >= 0 && p <= 1)) return NaN;
	if (atLeast <= 0) return 0;
	if (atLeast > n || p <= 0) return -Infinity;
	if (q <= 0) return 0;
	if (atLeast >= n * p) return logUpper(n, atLeast, p, q);
	const logLower = logUpper(n, n - atLeast + 1, q, p);
	return logLower < -1 ? log1p(-exp(logLower)) : ln(-expm1(logLower));
}
/** P[Bin(n, p) >= atLeast]. */
function binomialTail(n, p, atLeast, q = 1 - p) {
	return exp(logBinomialTail(n, p, atLeast, q));
}
/** P[Bin(n, p) = x]. */
function binomialPmf(n, p, x, q = 1 - p) {
	if (x < 0 || x > n) return 0;
	if (p <= 0) return x === 0 ? 1 : 0;
	if (q <= 0) return x === n ? 1 : 0;
	return exp(logPmf(n, x, p, q));
}
//#endregion
//#region src/numerics/cholesky.ts
/** The sum of products of two vectors. */
function innerProduct(x, y) {
	let sum = 0;
	for (let j = 0; j < x.length; j++) sum += x[j] * y[j];
	return sum;
}
/**
* Replaces the lower half of a symmetric positive matrix, row by row, by its Cholesky factor. A pivot that
* rounding has made negative is taken as next to nothing.
*/
function choleskyInPlace(a, size) {
	for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) {
		let sum = a[i * size + j];
		for (let l = 0; l < j; l++) sum -= a[i * size + l] * a[j * size + l];
		a[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / a[j * size + j];
	}
}
/** Replaces x by the solution of the system whose matrix has this Cholesky factor. */
function choleskySolve(a, size, x) {
	for (let i = 0; i < size; i++) {
		let sum = x[i];
		for (let l = 0; l < i; l++) sum -= a[i * size + l] * x[l];
		x[i] = sum / a[i * size + i];
	}
	for (let i = size - 1; i >= 0; i--) {
		let sum = x[i];
		for (let l = i + 1; l < size; l++) sum -= a[l * size + i] * x[l];
		x[i] = sum / a[i * size + i];
	}
}
//#endregion
//#region src/numerics/fft.ts
var import_fft = /* @__PURE__ */ __toESM((/* @__PURE__ */ __commonJSMin(((exports, module) => {
	function FFT(size) {
		this.size = size | 0;
		if (this.size <= 1 || (this.size & this.size - 1) !== 0) throw new Error("FFT size must be a power of two and bigger than 1");
		this._csize = size << 1;
		var table = new Array(this.size * 2);
		for (var i = 0; i < table.length; i += 2) {
			const angle = Math.PI * i / this.size;
			table[i] = Math.cos(angle);
			table[i + 1] = -Math.sin(angle);
		}
		this.table = table;
		var power = 0;
		for (var t = 1; this.size > t; t <<= 1) power++;
		this._width = power % 2 === 0 ? power - 1 : power;
		this._bitrev = new Array(1 << this._width);
		for (var j = 0; j < this._bitrev.length; j++) {
			this._bitrev[j] = 0;
			for (var shift = 0; shift < this._width; shift += 2) {
				var revShift = this._width - shift - 2;
				this._bitrev[j] |= (j >>> shift & 3) << revShift;
			}
		}
		this._out = null;
		this._data = null;
		this._inv = 0;
	}
	module.exports = FFT;
	FFT.prototype.fromComplexArray = function fromComplexArray(complex, storage) {
		var res = storage || new Array(complex.length >>> 1);
		for (var i = 0; i < complex.length; i += 2) res[i >>> 1] = complex[i];
		return res;
	};
	FFT.prototype.createComplexArray = function createComplexArray() {
		const res = new Array(this._csize);
		for (var i = 0; i < res.length; i++) res[i] = 0;
		return res;
	};
	FFT.prototype.toComplexArray = function toComplexArray(input, storage) {
		var res = storage || this.createComplexArray();
		for (var i = 0; i < res.length; i += 2) {
			res[i] = input[i >>> 1];
			res[i + 1] = 0;
		}
		return res;
	};
	FFT.prototype.completeSpectrum = function completeSpectrum(spectrum) {
		var size = this._csize;
		var half = size >>> 1;
		for (var i = 2; i < half; i += 2) {
			spectrum[size - i] = spectrum[i];
			spectrum[size - i + 1] = -spectrum[i + 1];
		}
	};
	FFT.prototype.transform = function transform(out, data) {
		if (out === data) throw new Error("Input and output buffers must be different");
		this._out = out;
		this._data = data;
		this._inv = 0;
		this._transform4();
		this._out = null;
		this._data = null;
	};
	FFT.prototype.realTransform = function realTransform(out, data) {
		if (out === data) throw new Error("Input and output buffers must be different");
		this._out = out;
		this._data = data;
		this._inv = 0;
		this._realTransform4();
		this._out = null;
		this._data = null;
	};
	FFT.prototype.inverseTransform = function inverseTransform(out, data) {
		if (out === data) throw new Error("Input and output buffers must be different");
		this._out = out;
		this._data = data;
		this._inv = 1;
		this._transform4();
		for (var i = 0; i < out.length; i++) out[i] /= this.size;
		this._out = null;
		this._data = null;
	};
	FFT.prototype._transform4 = function _transform4() {
		var out = this._out;
		var size = this._csize;
		var step = 1 << this._width;
		var len = size / step << 1;
		var outOff;
		var t;
		var bitrev = this._bitrev;
		if (len === 4) for (outOff = 0, t = 0; outOff < size; outOff += len, t++) {
			const off = bitrev[t];
			this._singleTransform2(outOff, off, step);
		}
		else for (outOff = 0, t = 0; outOff < size; outOff += len, t++) {
			const off = bitrev[t];
			this._singleTransform4(outOff, off, step);
		}
		var inv = this._inv ? -1 : 1;
		var table = this.table;
		for (step >>= 2; step >= 2; step >>= 2) {
			len = size / step << 1;
			var quarterLen = len >>> 2;
			for (outOff = 0; outOff < size; outOff += len) {
				var limit = outOff + quarterLen;
				for (var i = outOff, k = 0; i < limit; i += 2, k += step) {
					const A = i;
					const B = A + quarterLen;
					const C = B + quarterLen;
					const D = C + quarterLen;
					const Ar = out[A];
					const Ai = out[A + 1];
					const Br = out[B];
					const Bi = out[B + 1];
					const Cr = out[C];
					const Ci = out[C + 1];
					const Dr = out[D];
					const Di = out[D + 1];
					const MAr = Ar;
					const MAi = Ai;
					const tableBr = table[k];
					const tableBi = inv * table[k + 1];
					const MBr = Br * tableBr - Bi * tableBi;
					const MBi = Br * tableBi + Bi * tableBr;
					const tableCr = table[2 * k];
					const tableCi = inv * table[2 * k + 1];
					const MCr = Cr * tableCr - Ci * tableCi;
					const MCi = Cr * tableCi + Ci * tableCr;
					const tableDr = table[3 * k];
					const tableDi = inv * table[3 * k + 1];
					const MDr = Dr * tableDr - Di * tableDi;
					const MDi = Dr * tableDi + Di * tableDr;
					const T0r = MAr + MCr;
					const T0i = MAi + MCi;
					const T1r = MAr - MCr;
					const T1i = MAi - MCi;
					const T2r = MBr + MDr;
					const T2i = MBi + MDi;
					const T3r = inv * (MBr - MDr);
					const T3i = inv * (MBi - MDi);
					const FAr = T0r + T2r;
					const FAi = T0i + T2i;
					const FCr = T0r - T2r;
					const FCi = T0i - T2i;
					const FBr = T1r + T3i;
					const FBi = T1i - T3r;
					const FDr = T1r - T3i;
					const FDi = T1i + T3r;
					out[A] = FAr;
					out[A + 1] = FAi;
					out[B] = FBr;
					out[B + 1] = FBi;
					out[C] = FCr;
					out[C + 1] = FCi;
					out[D] = FDr;
					out[D + 1] = FDi;
				}
			}
		}
	};
	FFT.prototype._singleTransform2 = function _singleTransform2(outOff, off, step) {
		const out = this._out;
		const data = this._data;
		const evenR = data[off];
		const evenI = data[off + 1];
		const oddR = data[off + step];
		const oddI = data[off + step + 1];
		const leftR = evenR + oddR;
		const leftI = evenI + oddI;
		const rightR = evenR - oddR;
		const rightI = evenI - oddI;
		out[outOff] = leftR;
		out[outOff + 1] = leftI;
		out[outOff + 2] = rightR;
		out[outOff + 3] = rightI;
	};
	FFT.prototype._singleTransform4 = function _singleTransform4(outOff, off, step) {
		const out = this._out;
		const data = this._data;
		const inv = this._inv ? -1 : 1;
		const step2 = step * 2;
		const step3 = step * 3;
		const Ar = data[off];
		const Ai = data[off + 1];
		const Br = data[off + step];
		const Bi = data[off + step + 1];
		const Cr = data[off + step2];
		const Ci = data[off + step2 + 1];
		const Dr = data[off + step3];
		const Di = data[off + step3 + 1];
		const T0r = Ar + Cr;
		const T0i = Ai + Ci;
		const T1r = Ar - Cr;
		const T1i = Ai - Ci;
		const T2r = Br + Dr;
		const T2i = Bi + Di;
		const T3r = inv * (Br - Dr);
		const T3i = inv * (Bi - Di);
		const FAr = T0r + T2r;
		const FAi = T0i + T2i;
		const FBr = T1r + T3i;
		const FBi = T1i - T3r;
		const FCr = T0r - T2r;
		const FCi = T0i - T2i;
		const FDr = T1r - T3i;
		const FDi = T1i + T3r;
		out[outOff] = FAr;
		out[outOff + 1] = FAi;
		out[outOff + 2] = FBr;
		out[outOff + 3] = FBi;
		out[outOff + 4] = FCr;
		out[outOff + 5] = FCi;
		out[outOff + 6] = FDr;
		out[outOff + 7] = FDi;
	};
	FFT.prototype._realTransform4 = function _realTransform4() {
		var out = this._out;
		var size = this._csize;
		var step = 1 << this._width;
		var len = size / step << 1;
		var outOff;
		var t;
		var bitrev = this._bitrev;
		if (len === 4) for (outOff = 0, t = 0; outOff < size; outOff += len, t++) {
			const off = bitrev[t];
			this._singleRealTransform2(outOff, off >>> 1, step >>> 1);
		}
		else for (outOff = 0, t = 0; outOff < size; outOff += len, t++) {
			const off = bitrev[t];
			this._singleRealTransform4(outOff, off >>> 1, step >>> 1);
		}
		var inv = this._inv ? -1 : 1;
		var table = this.table;
		for (step >>= 2; step >= 2; step >>= 2) {
			len = size / step << 1;
			var halfLen = len >>> 1;
			var quarterLen = halfLen >>> 1;
			var hquarterLen = quarterLen >>> 1;
			for (outOff = 0; outOff < size; outOff += len) for (var i = 0, k = 0; i <= hquarterLen; i += 2, k += step) {
				var A = outOff + i;
				var B = A + quarterLen;
				var C = B + quarterLen;
				var D = C + quarterLen;
				var Ar = out[A];
				var Ai = out[A + 1];
				var Br = out[B];
				var Bi = out[B + 1];
				var Cr = out[C];
				var Ci = out[C + 1];
				var Dr = out[D];
				var Di = out[D + 1];
				var MAr = Ar;
				var MAi = Ai;
				var tableBr = table[k];
				var tableBi = inv * table[k + 1];
				var MBr = Br * tableBr - Bi * tableBi;
				var MBi = Br * tableBi + Bi * tableBr;
				var tableCr = table[2 * k];
				var tableCi = inv * table[2 * k + 1];
				var MCr = Cr * tableCr - Ci * tableCi;
				var MCi = Cr * tableCi + Ci * tableCr;
				var tableDr = table[3 * k];
				var tableDi = inv * table[3 * k + 1];
				var MDr = Dr * tableDr - Di * tableDi;
				var MDi = Dr * tableDi + Di * tableDr;
				var T0r = MAr + MCr;
				var T0i = MAi + MCi;
				var T1r = MAr - MCr;
				var T1i = MAi - MCi;
				var T2r = MBr + MDr;
				var T2i = MBi + MDi;
				var T3r = inv * (MBr - MDr);
				var T3i = inv * (MBi - MDi);
				var FAr = T0r + T2r;
				var FAi = T0i + T2i;
				var FBr = T1r + T3i;
				var FBi = T1i - T3r;
				out[A] = FAr;
				out[A + 1] = FAi;
				out[B] = FBr;
				out[B + 1] = FBi;
				if (i === 0) {
					var FCr = T0r - T2r;
					var FCi = T0i - T2i;
					out[C] = FCr;
					out[C + 1] = FCi;
					continue;
				}
				if (i === hquarterLen) continue;
				var ST0r = T1r;
				var ST0i = -T1i;
				var ST1r = T0r;
				var ST1i = -T0i;
				var ST2r = -inv * T3i;
				var ST2i = -inv * T3r;
				var ST3r = -inv * T2i;
				var ST3i = -inv * T2r;
				var SFAr = ST0r + ST2r;
				var SFAi = ST0i + ST2i;
				var SFBr = ST1r + ST3i;
				var SFBi = ST1i - ST3r;
				var SA = outOff + quarterLen - i;
				var SB = outOff + halfLen - i;
				out[SA] = SFAr;
				out[SA + 1] = SFAi;
				out[SB] = SFBr;
				out[SB + 1] = SFBi;
			}
		}
	};
	FFT.prototype._singleRealTransform2 = function _singleRealTransform2(outOff, off, step) {
		const out = this._out;
		const data = this._data;
		const evenR = data[off];
		const oddR = data[off + step];
		const leftR = evenR + oddR;
		const rightR = evenR - oddR;
		out[outOff] = leftR;
		out[outOff + 1] = 0;
		out[outOff + 2] = rightR;
		out[outOff + 3] = 0;
	};
	FFT.prototype._singleRealTransform4 = function _singleRealTransform4(outOff, off, step) {
		const out = this._out;
		const data = this._data;
		const inv = this._inv ? -1 : 1;
		const step2 = step * 2;
		const step3 = step * 3;
		const Ar = data[off];
		const Br = data[off + step];
		const Cr = data[off + step2];
		const Dr = data[off + step3];
		const T0r = Ar + Cr;
		const T1r = Ar - Cr;
		const T2r = Br + Dr;
		const T3r = inv * (Br - Dr);
		const FAr = T0r + T2r;
		const FBr = T1r;
		const FBi = -T3r;
		const FCr = T0r - T2r;
		const FDr = T1r;
		const FDi = T3r;
		out[outOff] = FAr;
		out[outOff + 1] = 0;
		out[outOff + 2] = FBr;
		out[outOff + 3] = FBi;
		out[outOff + 4] = FCr;
		out[outOff + 5] = 0;
		out[outOff + 6] = FDr;
		out[outOff + 7] = FDi;
	};
})))(), 1);
/** Plans by size: their tables take as long to make as a transform, and searches repeat a few sizes. */
const plans = /* @__PURE__ */ new Map();
/** Tables of larger plans are not kept beside others. */
const LARGE = 2 ** 18;
function planOf(size) {
	const known = plans.get(size);
	if (known !== void 0) return known;
	for (const other of [...plans.keys()]) if (other > LARGE || size > LARGE) plans.delete(other);
	const plan = new import_fft.default(size);
	if (size >= 8) setTable(plan, rootsOfUnity(size));
	plans.set(size, plan);
	return plan;
}
function setTable(made, roots) {
	const { table } = made;
	for (let i = 0; i < roots.length; i += 2) {
		table[i] = roots[i];
		table[i + 1] = -roots[i + 1];
	}
}
/** The discrete Fourier transform of interleaved complex numbers, 2^n of them. */
function fourier(data) {
	const out = new Float64Array(data.length);
	planOf(data.length / 2).transform(out, data);
	return out;
}
/** The inverse of the discrete Fourier transform. */
function inverseFourier(data) {
	const out = new Float64Array(data.length);
	planOf(data.length / 2).inverseTransform(out, data);
	return out;
}
//#endregion
//#region src/numerics/minimise.ts
/**
* The place and value of the minimum of a function that falls and then rises, to within `width`:
* golden-section search.
*/
function minimise(g, from, to, width) {
	const golden = .6180339887498949;
	let low = from;
	let high = to;
	let a = high - golden * (high - low);
	let b = low + golden * (high - low);
	let atA = g(a);
	let atB = g(b);
	while (high - low > width) if (atA <= atB) {
		high = b;
		b = a;
		atB = atA;
		a = high - golden * (high - low);
		atA = g(a);
	} else {
		low = a;
		a = b;
		atA = atB;
		b = low + golden * (high - low);
		atB = g(b);
	}
	return atA <= atB ? {
		x: a,
		value: atA
	} : {
		x: b,
		value: atB
	};
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
/** P[Z > z]. */
function normalSurvival(z) {
	return normalCdf(-z);
}
/** ln P[Z <= z], finite for every z above about -1e154. */
function logNormalCdf(z) {
	if (z > -CENTRE) return z < CENTRE ? ln(normalCdf(z)) : log1p(-lowerTail(z));
	if (z === -Infinity) return -Infinity;
	return -.5 * z * z + ln(.5 * erfcx(-z * SQRT1_2));
}
/** Mills' ratio P[Z > t] / pdf(t). It varies slowly where the tail itself falls exponentially. */
function mills(t) {
	return t < CENTRE ? normalCdf(-t) / normalPdf(t) : .5 * SQRT_2PI * erfcx(t * SQRT1_2);
}
/** 1 - t mills(t), minus the derivative of Mills' ratio; positive, and exact where t is large. */
function millsGap(t) {
	return t > 6 ? erfcxDefect(2 / (t * t)) / INV_SQRT_PI : 1 - t * mills(t);
}
/** The quantile of 1/2 + q, for |q| <= 0.425. */
function quantileNearMedian(q) {
	const w = .180625 - q * q;
	const top = ((((((2509.0809287301227 * w + 33430.57558358813) * w + 67265.7709270087) * w + 45921.95393154987) * w + 13731.69376550946) * w + 1971.5909503065513) * w + 133.14166789178438) * w + 3.3871328727963665;
	const bottom = ((((((5226.495278852854 * w + 28729.085735721943) * w + 39307.89580009271) * w + 21213.794301586597) * w + 5394.196021424751) * w + 687.1870074920579) * w + 42.31333070160091) * w + 1;
	return q * top / bottom;
}
function quantileFar(w) {
	const top = ((((((2.0103343992922881e-7 * w + 27115555687434876e-21) * w + .0012426609473880784) * w + .026532189526576124) * w + .29656057182850487) * w + 1.7848265399172913) * w + 5.463784911164114) * w + 6.657904643501103;
	const bottom = ((((((20442631033899397e-31 * w + 1.421511758316446e-7) * w + 18463183175100548e-21) * w + .0007868691311456133) * w + .014875361290850615) * w + .1369298809227358) * w + .599832206555888) * w + 1;
	return -top / bottom;
}
/** The quantile of p, negative, from s = sqrt(-ln p), for p <= 0.075 and s <= 27.3. */
function quantileFromRootLog(s) {
	if (s > 5) return quantileFar(s - 5);
	const w = s - 1.6;
	const top = ((((((.0007745450142783414 * w + .022723844989269184) * w + .2417807251774506) * w + 1.2704582524523684) * w + 3.6478483247632045) * w + 5.769497221460691) * w + 4.630337846156546) * w + 1.4234371107496835;
	const bottom = ((((((1.0507500716444169e-9 * w + .0005475938084995345) * w + .015198666563616457) * w + .14810397642748008) * w + .6897673349851) * w + 1.6763848301838038) * w + 2.053191626637759) * w + 1;
	return -top / bottom;
}
/** The z with P[Z <= z] = p. */
function normalQuantile(p) {
	const q = p - .5;
	if (Math.abs(q) <= .425) return quantileNearMedian(q);
	if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : NaN;
	const tail = Math.sqrt(-ln(q < 0 ? p : 1 - p));
	return q < 0 ? quantileFromRootLog(tail) : -quantileFromRootLog(tail);
}
//#endregion
//#region src/numerics/quadrature.ts
const STEP = 1 / 64;
const REACH$2 = 640;
/** The mean of g(Z), Z standard normal: the trapezoidal rule, which converges geometrically for smooth g. */
function normalMean(g) {
	let sum = 0;
	for (let i = -REACH$2; i <= REACH$2; i++) {
		const z = i * STEP;
		sum += normalPdf(z) * g(z);
	}
	return sum * STEP;
}
/** The Gauss-Legendre rules with 2, 4 and 8 nodes: exact for polynomials of degree 3, 7 and 15. */
const GAUSS_LEGENDRE = {
	2: {
		nodes: [-.5773502691896257, .5773502691896257],
		weights: [1, 1]
	},
	4: {
		nodes: [
			-.8611363115940526,
			-.33998104358485626,
			.33998104358485626,
			.8611363115940526
		],
		weights: [
			.34785484513745385,
			.6521451548625461,
			.6521451548625461,
			.34785484513745385
		]
	},
	8: {
		nodes: [
			-.9602898564975363,
			-.7966664774136267,
			-.525532409916329,
			-.1834346424956498,
			.1834346424956498,
			.525532409916329,
			.7966664774136267,
			.9602898564975363
		],
		weights: [
			.1012285362903763,
			.2223810344533745,
			.3137066458778873,
			.362683783378362,
			.362683783378362,
			.3137066458778873,
			.2223810344533745,
			.1012285362903763
		]
	}
};
/**
* The integral of g over [centre - half, centre + half], short enough for g to be smooth on: 8 nodes, in
* pairs.
*/
function gaussLegendre(g, centre, half) {
	const { nodes, weights } = GAUSS_LEGENDRE[8];
	let sum = 0;
	for (let i = 4; i < 8; i++) sum += weights[i] * (g(centre - half * nodes[i]) + g(centre + half * nodes[i]));
	return half * sum;
}
/** Visits the nodes of a rule on each of some equal pieces of [left, right], with their weights. */
function visitNodes({ nodes, weights }, left, right, pieces, visit) {
	const half = (right - left) / (2 * pieces);
	for (let piece = 0; piece < pieces; piece++) {
		const centre = left + (2 * piece + 1) * half;
		for (let j = 0; j < nodes.length; j++) visit(centre + half * nodes[j], half * weights[j]);
	}
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
/**
* The first whole number in (low, high] at which a condition holds that fails up to some number and holds
* from there on; `high` where it holds at none before. Bisection; the condition is asked strictly between the
* ends only, which are less than 2^31 apart.
*/
function firstWhere(low, high, holds) {
	let fails = low;
	let found = high;
	while (found - fails > 1) {
		const middle = fails + (found - fails >> 1);
		if (holds(middle)) found = middle;
		else fails = middle;
	}
	return found;
}
/**
* The first index in (low, high] at which a rising array is at least `level`; `high` where no earlier one is.
* The same bisection without a call for each question: curves are looked up millions of times.
*/
function firstAtLeast(values, level, low = -1, high = values.length) {
	let below = low;
	let found = high;
	while (found - below > 1) {
		const middle = below + (found - below >> 1);
		if (values[middle] >= level) found = middle;
		else below = middle;
	}
	return found;
}
//#endregion
//#region src/games/expected.ts
/**
* The expected fraction of right guesses when the best attack ranks m independent canaries of one mechanism
* and guesses the surest share of them, half in and half out: with false-positive rate a the top holds a +
* fBar(a) of two canaries that are out and in, of which fBar(a) are in. For the Gaussian this is the paper's
* idealised setting.
*/
function expectedFraction(fBar, share, sides = "both") {
	if (sides === "one") return share >= 1 ? .5 : fractionAtTop(fBar, 2 * share);
	if (share >= 1) {
		const a = findSignChange((x) => 1 - x - fBar(x) || -Number.MIN_VALUE, 0, 1, 1e-12).hi;
		return fBar(a) / (a + fBar(a));
	}
	return fractionAtTop(fBar, share);
}
/**
* The share of members among the top, where false-positive rate and true-positive rate add up to `filled`.
*/
function fractionAtTop(fBar, filled) {
	const excess = (logA) => filled - exp(logA) - fBar(exp(logA));
	const smallest = ln(1e-300);
	if (!(excess(smallest) >= 0)) return 1;
	if (excess(0) >= 0) return .5;
	const a = exp(findSignChange(excess, smallest, 0, 1e-13).lo);
	return fBar(a) / (a + fBar(a));
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
//#region src/audit/checks/checks.ts
/** Below this probability coins are not fair, and the theorem says nothing. */
const UNFAIR = 1e-6;
/** From so many canaries on, an even split is worth a word. */
const EVEN = 10;
/** ln of twice the smaller tail of seeing x of n, each with probability p. */
function logTwoSided(n, p, x) {
	const tail = Math.min(logBinomialTail(n, p, x), logBinomialTail(n, 1 - p, n - x, p));
	return Math.min(0, Math.LN2 + tail);
}
/**
* Whether fair, independent draws decided who is in. What fair coins do not produce voids the theorem: then
* there is no verdict, whatever the counts say.
*/
function checkDraws(seen, kind) {
	const m = seen.reduce((a, b) => a + b, 0);
	const p = 1 / seen.length;
	const worst = seen.reduce((least, count) => Math.min(least, logTwoSided(m, p, count)), 0);
	const log = kind === "membership" ? worst : Math.min(0, worst + ln(seen.length));
	const what = kind === "membership" ? `${seen[1]} of ${m} canaries are in` : `${m} draws over ${seen.length} candidates`;
	return log < ln(UNFAIR) ? {
		name: "fair draws",
		passed: false,
		message: `${what}, which fair draws do not produce (probability ${exp(log).toExponential(1)}), so the theorem behind the audit does not apply`
	} : {
		name: "fair draws",
		passed: true,
		message: `${what}: fair draws do that (p = ${Number(exp(log).toPrecision(2))})${evenSplit(seen, kind)}`
	};
}
/** Coins come out even now and then, and a split that was made even always: only who drew them knows. */
function evenSplit(seen, kind) {
	if (seen.reduce((a, b) => a + b, 0) < EVEN || seen.some((count) => count !== seen[0])) return "";
	return `, provided that each canary had a draw of its own: ${kind === "membership" ? "exactly half" : "exactly as often each candidate"} is also what a split gives that was made even, to which the theorem does not apply`;
}
//#endregion
//#region src/last-used.ts
/** Remembers what was computed for the keys that were asked for last, `most` of them. */
var LastUsed = class {
	known = /* @__PURE__ */ new Map();
	constructor(most) {
		this.most = most;
	}
	/** The value of a key, where it is remembered. */
	peek(key) {
		return this.known.get(key);
	}
	/** The value of a key: the one that is remembered, or a new one. What throws is not remembered. */
	get(key, compute) {
		const { known } = this;
		const value = known.has(key) ? known.get(key) : compute();
		known.delete(key);
		known.set(key, value);
		if (known.size > this.most) known.delete(known.keys().next().value);
		return value;
	}
};
//#endregion
//#region src/bounds/algorithm3.ts
/** Each sum and product is taken a few units in the last place too small, never too large. */
const DOWN$3 = 1 - 2 ** -50;
/** Covers what compensated summation leaves of the rounding of r, whatever the number of steps. */
const SUM_DOWN = 1 - 2 ** -46;
/**
* Algorithm 3 of the paper, counted in canaries: the least total probability, relative to 1, that a mechanism
* with curve f must have if it gets `correct` or more right with probability tau. Above 1 is a contradiction:
* f is rejected at tau.
*
* The result is exact, up to rounding towards acceptance, on whichever side of 1 it lies. The recursion ends
* early
* - once the total exceeds `ceiling`, which it never leaves again;
* - once it provably stays below 1: r only grows by at most `slope` times the growth of h, and slope =
*   i / (c' - i) falls, so any x with r + slope (G(x) - h) <= x, G(x) = (k - 1) fBarInv(x), bounds all
*   later r, and G(x) all later h.
*   At the first step x = r will do: (k - 1) fBarInv(r) <= h is a fixed point.
*/
function algorithm3(observation, f, tau, ceiling = 1) {
	const { k, guesses: cPrime, correct: c } = observation;
	const m = canariesInTheorem(observation);
	const limit = ceiling * cPrime / (SUM_DOWN * SUM_DOWN);
	const scale = m * (k - 1) * DOWN$3;
	let r = tau * c * DOWN$3;
	let h = tau * (cPrime - c) / DOWN$3;
	let lost = 0;
	let lastGain = Infinity;
	for (let i = c - 1; i >= 0; i--) {
		const hNext = scale * f.fBarInv(Math.min(1, r * SUM_DOWN / m));
		if (!(hNext > h)) break;
		const slope = i / (cPrime - i);
		const gain = slope * (hNext - h) * DOWN$3;
		h = hNext;
		const addend = gain - lost;
		const sum = r + addend;
		lost = sum - r - addend;
		r = sum;
		if (r + h > limit) break;
		if ((i & 15) === 0 && gain < lastGain) {
			const decay = gain / lastGain;
			const x = r + 2 * decay * gain / (1 - decay);
			const hMost = scale * f.fBarInv(Math.min(1, x / m));
			if (r + slope * (hMost - h) <= x) {
				const most = (x + hMost) / cPrime;
				const least = (r + h) / cPrime;
				if (most <= 1 || most - least <= .001 * (least - 1)) break;
			}
		}
		lastGain = gain;
	}
	return (r + h) * SUM_DOWN / cPrime;
}
//#endregion
//#region src/bounds/if-computable.ts
/**
* A value that depends on a member of a family, or what stands for it where that member has no curve to
* compute.
*/
function ifComputable(value, otherwise) {
	try {
		return value();
	} catch (error) {
		if (error instanceof InvalidInput) return otherwise;
		throw error;
	}
}
//#endregion
//#region src/bounds/bound.ts
/**
* The curve that is tested: with all guesses on one side, that of one order of two neighbours; else, of in or
* out, that of an order which a fair coin decides.
*/
function testedCurve({ sides, k }, f) {
	if (sides !== void 0) return f.oneWay?.(sides) ?? f;
	return (k === 2 ? f.fairOrder?.() : void 0) ?? f;
}
/**
* A bound whose search ends with a member that the test itself rejects on its exact curve, and which tests
* the curve of one order of neighbours where all guesses are on one side.
*/
function withTestedThreshold(bound) {
	return {
		...bound,
		remark: (observation, f) => bound.remark?.(observation, testedCurve(observation, f)) ?? null,
		pValue: (observation, f) => bound.pValue(observation, testedCurve(observation, f)),
		rejects: (observation, f, tau) => bound.rejects(observation, testedCurve(observation, f), tau),
		threshold(observation, curve, tau, { coarseCurve, ...others } = {}) {
			const tested = (curves) => (t) => testedCurve(observation, curves(t));
			const coarse = coarseCurve === void 0 ? {} : { coarseCurve: tested(coarseCurve) };
			const hints = {
				...others,
				...coarse
			};
			return testedThreshold((t) => ifComputable(() => bound.rejects(observation, tested(curve)(t), tau), false), bound.threshold(observation, tested(curve), tau, hints), hints);
		}
	};
}
/**
* A search works with coarse curves, certificates of other members and brackets. What is reported is a member
* that the test itself rejects on its exact curve: the one that the search found, or else one a step back, in
* steps that grow. A member that cannot be computed counts as accepted.
*/
function testedThreshold(rejected, found, { tolerance = 1e-12, most = Number.MAX_VALUE }) {
	if (found === null || rejected(found)) return found;
	const least = 1e-6 * Math.min(found, most);
	let t = Math.min(found, most);
	for (let stride = found > most ? 0 : tolerance; t > least; stride = Math.max(tolerance, 4 * stride)) {
		t *= 1 - Math.min(stride, .5);
		if (rejected(t)) return t;
	}
	return rejected(0) ? 0 : null;
}
//#endregion
//#region src/claims/curves/gaussian.ts
const LN_SQRT_2PI = .9189385332046728;
/** Bounds the relative error of Phi(Phi^-1(p) + shift) per unit of squared argument, four times over. */
const ROUNDING$2 = 2 ** -48;
const GAP = 1e-12;
/** ln delta(epsilon) of mu-GDP (Dong, Roth and Su, 2019), without cancellation and without underflow. */
function logDelta(mu, epsilon) {
	const u = epsilon / mu - .5 * mu;
	const v = epsilon / mu + .5 * mu;
	if (u < -1) return ln(normalCdf(-u) - exp(-.5 * u * u - LN_SQRT_2PI) * mills(v));
	const difference = mu < .5 ? gaussLegendre(millsGap, epsilon / mu, .5 * mu) : mills(u) - mills(v);
	return -.5 * u * u - LN_SQRT_2PI + ln(difference);
}
function epsilonOf$1(mu, delta) {
	if (delta <= 0) return Infinity;
	const target = ln(delta);
	if (logDelta(mu, 0) <= target) return 0;
	let high = mu * (.5 * mu + 1);
	while (logDelta(mu, high) > target) high *= 2;
	return findSignChange((epsilon) => logDelta(mu, epsilon) - target, 0, high, 1e-15).hi;
}
/** mu-Gaussian differential privacy: a sum with noise sigma = sensitivity / mu, mu > 0. */
function gaussianCurve(mu, relation, name) {
	const margin = ROUNDING$2 * (2 + mu * mu);
	return {
		name,
		relation,
		symmetric: true,
		gap: GAP,
		fBar(x) {
			if (!(x > 0)) return 0;
			if (x >= 1) return 1;
			const z = normalQuantile(x);
			return Math.min(1, normalCdf(z + mu) * (1 + margin + ROUNDING$2 * z * z) + Number.MIN_VALUE);
		},
		fBarInv(y) {
			if (!(y > 0)) return 0;
			if (y >= 1) return 1;
			const z = normalQuantile(y);
			const x = normalCdf(z - mu) * (1 - margin - ROUNDING$2 * z * z);
			return x > 1e-306 ? x : 0;
		},
		slope: (x) => exp(-mu * (normalQuantile(x) + .5 * mu)),
		delta(epsilon) {
			const spread = epsilon / mu + mu;
			return Math.min(1, exp(logDelta(mu, epsilon)) * (1 + GAP + 2 ** -50 * spread * spread));
		},
		epsilon: (delta) => epsilonOf$1(mu, delta) * 1.0000000000001,
		epsilonLower: (delta) => epsilonOf$1(mu, delta) * .9999999999999,
		twice: () => gaussianCurve(2 * mu, relation, `${name} twice`)
	};
}
//#endregion
//#region src/claims/curves/trade-off.ts
/** Relative widths of outward rounding: a few units in the last place. */
const UP$3 = 1 + 2 ** -49;
const DOWN$2 = 1 - 2 ** -49;
/** Rounds a probability outwards, zero staying zero. */
function up(x) {
	return x > 0 ? x * UP$3 + Number.MIN_VALUE : 0;
}
/** Rounds inwards; in the subnormal range, where a relative step does not exist, to zero. */
function down(x) {
	return x < 1e-306 ? 0 : x * DOWN$2;
}
//#endregion
//#region src/claims/curves/profile.ts
/**
* The curve that a set of (epsilon, delta) guarantees promises together: the maximum of their lines
* 1 - delta - e^epsilon x and e^-epsilon (1 - delta - x) (Dong, Roth and Su, 2019, Proposition 2.5).
* Pure DP, approximate DP, randomised response and perfect privacy are such curves.
*/
function profileCurve(guarantees, relation, name) {
	const hull = lowerHull(guarantees);
	const kept = hull.filter(([epsilon]) => epsilon >= 0);
	const count = kept.length;
	const epsilons = Float64Array.from(kept, ([epsilon]) => epsilon);
	const deltas = Float64Array.from(kept, ([, delta]) => delta);
	const grows = epsilons.map(exp);
	const shrinks = epsilons.map((epsilon) => exp(-epsilon));
	const gaps = epsilons.map((epsilon) => -expm1(-epsilon));
	/** The exact epsilon(delta), up to rounding; `knot` says that it is one of the given epsilons. */
	const epsilonOf = (delta) => {
		const last = hull.length - 1;
		if (delta < hull[last][1]) return {
			value: Infinity,
			knot: true
		};
		let j = last;
		while (j > 0 && hull[j - 1][1] <= delta) j--;
		const [epsilon, at] = hull[j];
		if (epsilon <= 0) return {
			value: 0,
			knot: true
		};
		if (at === delta || j === 0) return {
			value: epsilon,
			knot: true
		};
		const [before, above] = hull[j - 1];
		const part = (above - delta) / (above - at);
		const width = epsilon - before;
		const value = width < 700 ? before + log1p(part * expm1(width)) : Math.max(before, epsilon + ln(part));
		return {
			value: Math.max(0, value),
			knot: false
		};
	};
	const slack = (value) => 2 ** -50 * (4 + value);
	return {
		name,
		relation,
		symmetric: true,
		gap: 1e-14,
		bends: bendsOf(hull),
		fBar(x) {
			if (x >= 1) return 1;
			let least = 1;
			for (let g = 0; g < count; g++) {
				const line = x > 0 ? up(grows[g] * x + deltas[g]) : deltas[g];
				const mirror = up(gaps[g] + shrinks[g] * (deltas[g] + Math.max(0, x)));
				least = Math.min(least, line, mirror);
			}
			return least;
		},
		fBarInv(y) {
			if (!(y > 0)) return 0;
			const tail = Math.max(0, 1 - y);
			let most = 0;
			for (let g = 0; g < count; g++) {
				const line = shrinks[g] * (y - deltas[g]) * (1 - 2 ** -50);
				const lost = tail === 0 ? 0 : grows[g] * tail;
				const mirror = 1 - deltas[g] - lost - 2 ** -51 * (1 + lost);
				if (line > most) most = line;
				if (mirror > most) most = mirror;
			}
			return most > 1e-306 ? most : 0;
		},
		slope(x) {
			let least = Infinity;
			let slope = 0;
			for (let g = 0; g < count; g++) {
				const line = grows[g] * x + deltas[g];
				const mirror = gaps[g] + shrinks[g] * (deltas[g] + x);
				if (Math.min(line, mirror) >= least) continue;
				least = Math.min(line, mirror);
				slope = line <= mirror ? grows[g] : shrinks[g];
			}
			return slope;
		},
		delta(epsilon) {
			const last = hull.length - 1;
			if (epsilon >= hull[last][0]) return hull[last][1];
			let j = last;
			while (hull[j - 1][0] > epsilon) j--;
			if (hull[j - 1][0] === epsilon) return hull[j - 1][1];
			return Math.min(1, up(interpolate(hull[j - 1], hull[j], epsilon)));
		},
		epsilon(delta) {
			const { value, knot } = epsilonOf(delta);
			return knot ? value : value + slack(value);
		},
		epsilonLower(delta) {
			const { value, knot } = epsilonOf(delta);
			return knot ? value : Math.max(0, value - slack(value));
		}
	};
}
/** The curve of one guarantee, which bounds that know only such read off it. */
function guaranteeCurve(guarantee, relation, name) {
	return {
		...profileCurve([guarantee], relation, name),
		guarantee
	};
}
/** Delta at epsilon on the chord between two guarantees: linear in e^epsilon. */
function interpolate(left, right, epsilon) {
	const rightShare = expm1(epsilon - left[0]) / expm1(right[0] - left[0]);
	const leftShare = expm1(epsilon - right[0]) / expm1(left[0] - right[0]);
	return left[1] * leftShare + right[1] * (Number.isNaN(rightShare) ? exp(epsilon - right[0]) : rightShare);
}
/**
* The guarantees that matter: the lower convex hull of (e^epsilon, delta) over the given ones and their
* mirrors (-epsilon, 1 - e^-epsilon (1 - delta)), which say the same of the opposite order; by rising
* epsilon, falling delta.
*/
function lowerHull(guarantees) {
	const all = guarantees.flatMap(([epsilon, delta]) => {
		const mirrored = -expm1(-epsilon) + delta * exp(-epsilon);
		return mirrored > delta ? [[-epsilon, mirrored], [epsilon, delta]] : [[0, delta]];
	});
	all.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
	const hull = [];
	for (const point of all) {
		if (hull.length > 0 && point[1] >= hull[hull.length - 1][1]) continue;
		while (hull.length > 1) {
			const middle = hull[hull.length - 1];
			if (middle[1] < interpolate(hull[hull.length - 2], point, middle[0])) break;
			hull.pop();
		}
		hull.push(point);
	}
	return hull;
}
/** Where the lines of neighbouring guarantees cross, and where the last one reaches 1. */
function bendsOf(hull) {
	const bends = [1 - hull[hull.length - 1][1]];
	for (let j = 1; j < hull.length; j++) {
		const [low, above] = hull[j - 1];
		const [high, below] = hull[j];
		bends.push((above - below) / (exp(high) * -expm1(low - high)));
	}
	return bends.filter((x) => x > 0 && x < 1).sort((a, b) => a - b);
}
//#endregion
//#region src/claims/losses/law.ts
/** A grid law under construction: each bit of mass goes to the two grid points around its loss. */
var GridBuilder = class {
	first;
	step;
	upper;
	lower;
	spread = 0;
	scale;
	constructor(first, last, step) {
		this.first = first;
		this.step = step;
		this.upper = new Float64Array(last - first + 1);
		this.lower = new Float64Array(last - first + 1);
		this.scale = expm1(-step);
	}
	/**
	* "Connect the dots" (Doroshenko et al., 2022): P-mass `p` at distance `above` from grid point `index` is
	* shared between that point and the next so that P's and Q's masses both stay what they are. A
	* mean-preserving spread of the likelihood ratio: delta rises.
	*/
	add(index, above, p) {
		const at = index - this.first;
		const share = expm1(-above) / this.scale;
		this.upper[at + 1] += p * share;
		this.upper[at] += p * (1 - share);
		this.spread += p * above * (this.step - above);
	}
	finish(upperInfinite, lowerInfinite) {
		const { upper, lower, first, step, spread } = this;
		for (let i = 0; i < upper.length; i++) lower[i] += upper[i] * exp(-(first + i) * step);
		return {
			first,
			upper,
			lower,
			upperInfinite,
			lowerInfinite,
			spread
		};
	}
};
/** An atom: on the grid point where it belongs, else shared between its neighbours. */
function addAtom(grid, loss, p) {
	const nearest = Math.round(loss / grid.step);
	if (Math.abs(nearest * grid.step - loss) <= 1e-12 * Math.abs(loss)) grid.upper[nearest - grid.first] += p;
	else {
		const below = Math.floor(loss / grid.step);
		grid.add(below, loss - below * grid.step, p);
	}
}
//#endregion
//#region src/claims/losses/atoms.ts
/**
* The pair behind a piecewise linear curve: one outcome per segment of fBar, with its rise as P-probability
* and its width as Q-probability; before the first segment only P has mass, after the last only Q. It
* dominates every mechanism that satisfies the curve, so its composition does too.
*/
function polylineLoss(f) {
	const xs = [
		0,
		...f.bends ?? [],
		1
	];
	const ys = xs.map((x) => f.fBar(x));
	const atoms = [];
	let onlyLower = 0;
	for (let i = 1; i < xs.length; i++) {
		const [rise, width] = [ys[i] - ys[i - 1], xs[i] - xs[i - 1]];
		const loss = ln(rise / width);
		if (rise > 0) atoms.push([
			Math.abs(loss) < 1e-12 ? 0 : loss,
			rise,
			width
		]);
		else onlyLower += width;
	}
	return discreteLoss(atoms, ys[0], onlyLower);
}
/** A pair of discrete laws: finitely many losses, and outcomes that only one of the two ever has. */
function discreteLoss(atoms, upperInfinite, lowerInfinite) {
	const losses = atoms.map(([loss]) => loss);
	return {
		atoms: losses.map(Math.abs).filter((loss) => loss > 0),
		smooth: false,
		reach: Math.max(...losses.map(Math.abs)),
		discrete: {
			losses,
			upper: atoms.map(([, p]) => p),
			lower: atoms.map(([, , q]) => q),
			upperInfinite,
			lowerInfinite
		},
		sketch: {
			losses: Float64Array.from(losses),
			weights: Float64Array.from(atoms, ([, , q]) => q)
		},
		discretise(step) {
			const grid = new GridBuilder(Math.floor(Math.min(...losses) / step) - 1, Math.ceil(Math.max(...losses) / step) + 1, step);
			for (const [loss, p] of atoms) addAtom(grid, loss, p);
			return grid.finish(upperInfinite, lowerInfinite);
		}
	};
}
/** k-ary randomised response: the own answer, the other's, and those of nobody. */
function responseLoss(epsilon, alphabet) {
	const other = exp(-epsilon) / (1 + (alphabet - 1) * exp(-epsilon));
	const own = 1 / (1 + (alphabet - 1) * exp(-epsilon));
	if (epsilon === 0) return discreteLoss([[
		0,
		1,
		1
	]], 0, 0);
	const rest = (alphabet - 2) * other;
	return discreteLoss([
		[
			epsilon,
			own,
			other
		],
		...alphabet > 2 ? [[
			0,
			rest,
			rest
		]] : [],
		[
			-epsilon,
			other,
			own
		]
	], 0, 0);
}
/**
* (epsilon, delta)-DP: with probability delta all is told, else binary randomised response
* (Kairouz, Oh and Viswanath, 2015).
*/
function approximateLoss(epsilon, delta) {
	const own = (1 - delta) / (1 + exp(-epsilon));
	const other = exp(-epsilon) * (1 - delta) / (1 + exp(-epsilon));
	return discreteLoss(epsilon === 0 ? [[
		0,
		1 - delta,
		1 - delta
	]] : [[
		epsilon,
		own,
		other
	], [
		-epsilon,
		other,
		own
	]], delta, delta);
}
//#endregion
//#region src/claims/kinds/parameter.ts
/**
* The parameter's value at t, the coordinate that grows with the loss of privacy: t itself or its inverse.
*/
function parameterAt(direction, t) {
	return direction === "larger-is-less-private" ? t : 1 / t;
}
/** Scales beyond these ends leave the doubles on their way through the formulas of the curves. */
const isScale = (x) => x >= 1e-100 && x <= 1e100;
/** The standard deviation or scale of noise, above 0. */
const noiseScale = (key) => ({
	key,
	rule: "must be above 0 (1e-100 to 1e100)",
	allows: isScale,
	direction: "smaller-is-less-private",
	role: "strength"
});
const epsilonParameter = {
	key: "epsilon",
	rule: "must be 0 or above",
	allows: (x) => x >= 0 && x <= 1e100,
	direction: "larger-is-less-private",
	role: "strength"
};
const deltaParameter = {
	key: "delta",
	rule: "must be in [0, 1)",
	allows: (x) => x >= 0 && x < 1,
	direction: "larger-is-less-private"
};
/** A count, at least `least`. */
const countParameter = (key, least, direction) => ({
	key,
	rule: `must be a whole number, ${least} or above`,
	allows: (x) => Number.isSafeInteger(x) && x >= least,
	direction,
	whole: true
});
//#endregion
//#region src/claims/kinds/approx-dp.ts
/** (epsilon, delta)-DP. */
const approxDpKind = {
	name: "approx-dp",
	example: "approx-dp(epsilon=8, delta=1e-5)",
	parameters: [epsilonParameter, deltaParameter],
	curve: ({ parameters: { epsilon, delta }, relation }, name) => guaranteeCurve([epsilon, delta], relation, name),
	loss: ({ parameters: { epsilon, delta } }) => approximateLoss(epsilon, delta),
	saysNothing: ({ parameters: { epsilon, delta } }) => epsilon === 0 && delta === 0,
	guarantees: ({ parameters: { epsilon, delta } }) => [[epsilon, delta]],
	form: {
		place: 3,
		text: "(epsilon, delta)",
		fields: [{
			key: "epsilon",
			label: "Epsilon",
			usual: "8",
			scale: {
				least: .05,
				most: 20,
				log: true
			}
		}, {
			key: "delta",
			label: "Delta of the claim",
			usual: "1e-5",
			scale: {
				least: 1e-10,
				most: .1,
				log: true
			}
		}]
	}
};
//#endregion
//#region src/claims/kinds/compose.ts
/** Several claims, each any number of times, all about the same records. */
const composeKind = {
	name: "compose",
	example: "compose(gaussian(sigma=4)*10, laplace(scale=2))",
	parameters: [],
	list: { of: "parts" },
	curve(claim, name, parts) {
		const only = onlyPart(claim, parts);
		const f = only === null ? null : parts.closedForm(only);
		return f === null ? null : {
			...f,
			name
		};
	},
	/** Independent Gaussians compose to the root of the sum of squares. */
	mu(claim, parts) {
		let squares = 0;
		for (const part of claim.parts ?? []) {
			const mu = parts.gaussianMu({
				...part.claim,
				relation: claim.relation
			});
			if (mu === null) return null;
			squares += part.count * mu * mu;
		}
		return Math.sqrt(squares);
	}
};
/**
* The one mechanism that a composition consists of besides such as say nothing; null where there are none or
* several.
*/
function onlyPart({ parts = [], relation }, resolver) {
	let only = null;
	for (const { claim, count } of parts) {
		const part = {
			...claim,
			relation
		};
		const leaf = part.parts === void 0 ? part : onlyPart(part, resolver);
		if (leaf !== null && resolver.saysNothing(leaf)) continue;
		if (leaf === null || count > 1 || only !== null) return null;
		only = leaf;
	}
	return only;
}
//#endregion
//#region src/claims/losses/central-limit.ts
/**
* DP-SGD tends to a Gaussian as the steps grow and the rate falls (Bu, Dong, Long and Su, 2020). A step's
* loss has the variance rate^2 v under N(0, noise^2), v = e^(1/noise^2) - 1 for adding or removing a record
* and 2 (e^(1/noise^2) - e^(-1/noise^2)) for exchanging one; mu = rate sqrt(steps v). An approximation, for
* orientation and for first guesses of searches.
*/
const LIMITS = {
	"add-remove": {
		of: expm1,
		inverse: log1p
	},
	replace: {
		of: (x) => 4 * sinh(x),
		inverse: (v) => asinh(v / 4)
	}
};
/** What a step adds to mu^2, relative to rate^2; finite for every noise. */
function varianceOf(noise, relation) {
	return LIMITS[relation].of(Math.min(600, 1 / (noise * noise)));
}
/** mu of the Gaussian. */
function limitMu({ noise, rate, steps }, relation) {
	return rate * Math.sqrt(steps * varianceOf(noise, relation));
}
/** 1 / noise at which the Gaussian has this mu. */
function limitInverseNoise({ rate, steps }, relation, mu) {
	return Math.sqrt(LIMITS[relation].inverse(mu * mu / (rate * rate * steps)));
}
/** The steps after which it has this mu. */
function limitSteps({ noise, rate }, relation, mu) {
	return mu * mu / (rate * rate * varianceOf(noise, relation));
}
/** The rate at which it has this mu. */
function limitRate({ noise, steps }, relation, mu) {
	return Math.min(1, mu / Math.sqrt(steps * varianceOf(noise, relation)));
}
//#endregion
//#region src/claims/losses/subsampled-gaussian.ts
/** How many standard deviations carry all but 1e-40 of a normal law. */
const NORMAL_REACH = 13.4;
/**
* One step of DP-SGD: Q = N(0, sigma^2), P = (1 - q) N(0, sigma^2) + q N(1, sigma^2). The loss
* ln(1 - q + q e^u), u = (x - 1/2) / sigma^2, rises with x.
*/
function subsampledGaussian(sigma, q) {
	const variance = sigma * sigma;
	const growth = (x) => q * expm1((x - .5) / variance);
	const loss = (x) => {
		const u = (x - .5) / variance;
		if (q === 1) return u;
		return u < 30 ? log1p(growth(x)) : u + ln(q) + log1p((1 - q) / q * exp(-u));
	};
	const position = (l) => {
		const ratio = expm1(l) / q;
		if (ratio <= -1) return -Infinity;
		return .5 + variance * (l < 30 ? log1p(ratio) : l - ln(q) + log1p(-(1 - q) * exp(-l)));
	};
	const bottom = -NORMAL_REACH * sigma;
	const top = 1 + NORMAL_REACH * sigma;
	const nodes = (count) => sketch$1(loss, bottom, top, sigma, count);
	const beyond = (x, sign) => {
		const lower = normalSurvival(sign * x / sigma);
		return {
			upper: (1 - q) * lower + q * normalSurvival(sign * (x - 1) / sigma),
			lower
		};
	};
	return {
		atoms: [],
		smooth: true,
		reach: Infinity,
		sketch: nodes(400),
		smoothLaw: {
			nodesNeeded(frequency) {
				const far = expm1((.5 + 10 * sigma) / variance);
				return nodesNeeded(frequency * (q === 1 ? 1 : 1 - (1 - q) / (1 + q * far)), sigma, top - bottom);
			},
			nodes
		},
		exactTails: {
			symmetric: q === 1,
			lowest: bottom,
			highest: top,
			balanced: .5,
			deviation: sigma,
			steepest: 1 / variance,
			lossAt: loss,
			beyond,
			above: (l, sign) => beyond(position(l), sign)
		},
		discretise(step) {
			const lowest = q === 1 ? bottom : -40 * sigma;
			const first = Math.floor(loss(lowest) / step);
			const last = Math.ceil(loss(top) / step);
			const grid = new GridBuilder(first, last, step);
			let left = lowest;
			for (let i = first; i < last; i++) {
				const right = Math.min(top, position((i + 1) * step));
				if (right <= left) continue;
				visitNormalNodes(left, right, sigma, (x, weight) => {
					const z = x / sigma;
					const density = exp(-.5 * z * z) * .3989422804014327 / sigma;
					const above = Math.min(step, Math.max(0, loss(x) - i * step));
					grid.add(i, above, weight * density * (1 + growth(x)));
				});
				left = right;
			}
			const upperTail = q * normalSurvival((top - 1) / sigma) + (1 - q) * normalSurvival(top / sigma);
			grid.lower[last - first] += normalSurvival(top / sigma);
			return grid.finish(upperTail, q === 1 ? normalSurvival(NORMAL_REACH) : 0);
		}
	};
}
/**
* Visits the nodes of a quadrature over [left, right], fine enough for normal densities of deviation sigma.
*/
function visitNormalNodes(left, right, sigma, visit) {
	const width = (right - left) / sigma;
	const rule = GAUSS_LEGENDRE[width < 5e-4 ? 2 : width < .05 ? 4 : 8];
	visitNodes(rule, left, right, Math.ceil(2 * width), visit);
}
/**
* The intervals of a trapezoidal rule over a range on which normal densities of deviation sigma are
* multiplied by waves of the given frequency in x / sigma^2. The rule's error is the part of the product at
* the frequency 2 pi / width. The densities spread frequencies by about 9 / sigma, and the logarithm in the
* loss, which has singularities at the distance pi sigma^2 from the real line, by about 14 / sigma^2.
*/
function nodesNeeded(frequency, sigma, range) {
	const highest = (frequency + 14) / (sigma * sigma) + 9 / sigma;
	return Math.ceil(range * highest / (2 * Math.PI));
}
function sketch$1(loss, from, to, sigma, size) {
	const losses = new Float64Array(size + 1);
	const weights = new Float64Array(size + 1);
	let total = 0;
	for (let i = 0; i <= size; i++) {
		const x = from + (to - from) * i / size;
		losses[i] = loss(x);
		weights[i] = exp(-.5 * x * x / (sigma * sigma));
		total += weights[i];
	}
	return {
		losses,
		weights: weights.map((w) => w / total)
	};
}
//#endregion
//#region src/claims/losses/exchanged-gaussian.ts
/**
* One step of DP-SGD in which a record is exchanged for one whose gradient points the other way, in units of
* the clip norm: P = (1 - q) N(0, sigma^2) + q N(1, sigma^2), Q = (1 - q) N(0, sigma^2) + q N(-1, sigma^2), q
* < 1. The loss is odd and rises with x; Q against P is the mirror image.
*/
function exchangedGaussian(sigma, q) {
	const variance = sigma * sigma;
	const shift = .5 / variance;
	/** The ratio of P's density to N(0, sigma^2)'s, less 1; of Q's at the opposite place. */
	const growth = (x) => q * expm1(x / variance - shift);
	/** ln p/q at x >= 0. */
	const loss = (x) => {
		const u = x / variance - shift;
		const opposite = growth(-x);
		if (u < 30) return log1p((growth(x) - opposite) / (1 + opposite));
		return u + ln(q) + log1p((1 - q) / q * exp(-u)) - log1p(opposite);
	};
	/** The inverse: x / sigma^2 = l / 2 + asinh(c sinh(l / 2)), c = (1 - q) e^shift / q. */
	const position = (l) => {
		const half = .5 * l;
		const logTwice = ln((1 - q) / q) + shift + half + ln(-expm1(-l));
		return variance * (half + (logTwice > 300 ? logTwice : asinh(.5 * exp(logTwice))));
	};
	const bell = (z) => exp(-.5 * z * z) * .3989422804014327;
	const top = 1 + NORMAL_REACH * sigma;
	/** Q's density. */
	const lower = (x) => (1 - q) * bell(x / sigma) + q * bell((x + 1) / sigma);
	const nodes = (count) => sketch(loss, lower, top, count);
	const beyond = (x) => {
		const neither = (1 - q) * normalSurvival(x / sigma);
		return {
			upper: neither + q * normalSurvival((x - 1) / sigma),
			lower: neither + q * normalSurvival((x + 1) / sigma)
		};
	};
	return {
		atoms: [],
		smooth: true,
		reach: Infinity,
		sketch: nodes(400),
		smoothLaw: {
			nodesNeeded(frequency) {
				const far = expm1((.5 + 10 * sigma) / variance);
				return nodesNeeded(frequency * (1 - (1 - q) / (1 + q * far) + q), sigma, 2 * top);
			},
			nodes
		},
		exactTails: {
			symmetric: true,
			lowest: -top,
			highest: top,
			balanced: 0,
			deviation: sigma,
			steepest: (1 + q) / variance,
			lossAt: loss,
			beyond,
			above: (l) => beyond(l > 0 ? position(l) : 0)
		},
		discretise(step) {
			const last = Math.ceil(loss(top) / step);
			const grid = new GridBuilder(-last, last, step);
			const { upper } = grid;
			let left = 0;
			for (let i = 0; i < last; i++) {
				const right = Math.min(top, position((i + 1) * step));
				if (right <= left) continue;
				visitNormalNodes(left, right, sigma, (x, weight) => {
					const [g, opposite] = [growth(x), growth(-x)];
					const above = Math.min(step, Math.max(0, loss(x) - i * step));
					const mass = weight * (bell(x / sigma) / sigma);
					grid.add(i, above, mass * (1 + g));
					grid.spread += mass * (1 + opposite) * above * (step - above);
				});
				left = right;
			}
			upper[last] *= 2;
			for (let i = 1; i <= last; i++) upper[last - i] = upper[last + i] * exp(-i * step);
			const farther = q * normalSurvival(NORMAL_REACH) + (1 - q) * normalSurvival(top / sigma);
			const nearer = q * normalSurvival((top + 1) / sigma) + (1 - q) * normalSurvival(top / sigma);
			const law = grid.finish(farther, farther);
			law.upper[0] += nearer;
			law.lower[2 * last] += nearer;
			return law;
		}
	};
}
/** Q's law of the loss: at x and at -x alike. */
function sketch(loss, density, top, size) {
	const xs = Float64Array.from({ length: size + 1 }, (_, i) => top * ((2 * i - size) / size));
	const weights = xs.map(density);
	const total = weights.reduce((sum, w) => sum + w, 0);
	return {
		losses: xs.map((x) => x < 0 ? -loss(-x) : loss(x)),
		weights: weights.map((w) => w / total)
	};
}
//#endregion
//#region src/claims/kinds/dpsgd.ts
/** With less noise DP-SGD hardly protects anyone, and its curve is costly. */
const LEAST_NOISE = .25;
/** A search starts about where the central limit has this mu: private, and cheap to compute. */
const START_MU = .2;
/** DP-SGD with Poisson sampling; noise in units of the clip norm. */
const dpsgdKind = {
	name: "dpsgd",
	example: "dpsgd(noise=1, rate=0.01, steps=1000)",
	parameters: [
		noiseScale("noise"),
		{
			key: "rate",
			rule: "must be in (0, 1]",
			allows: (x) => x > 0 && x <= 1,
			direction: "larger-is-less-private",
			role: "extent",
			most: 1
		},
		{
			...countParameter("steps", 1, "larger-is-less-private"),
			role: "extent"
		}
	],
	curve({ parameters: { noise, rate, steps }, relation }, name) {
		return noise === 0 ? profileCurve([[0, -expm1(steps * log1p(-rate))]], relation, name) : null;
	},
	mu({ parameters: { noise, rate, steps }, relation }) {
		if (noise === Infinity) return 0;
		if (rate !== 1) return null;
		return (relation === "replace" ? 2 : 1) * Math.sqrt(steps) / noise;
	},
	loss: ({ parameters: { noise, rate }, relation }) => relation === "replace" ? exchangedGaussian(noise, rate) : subsampledGaussian(noise, rate),
	runs: "steps",
	clipped: true,
	limit: {
		mu: (parameters, relation) => parameters.rate === 1 ? null : limitMu(parameters, relation),
		solve(key, parameters, relation, mu) {
			if (key === "noise") return limitInverseNoise(parameters, relation, mu);
			return key === "rate" ? limitRate(parameters, relation, mu) : limitSteps(parameters, relation, mu);
		}
	},
	hints: ({ parameters, relation }) => ({
		start: limitInverseNoise(parameters, relation, START_MU),
		likeGaussian: (mu) => limitInverseNoise(parameters, relation, mu),
		tolerance: 1e-6,
		most: 1 / LEAST_NOISE,
		limited: true
	}),
	searchOwnFamily: true,
	form: {
		place: 1,
		text: "DP-SGD",
		fields: [
			{
				key: "noise",
				label: "Noise multiplier",
				usual: "1",
				scale: {
					least: .3,
					most: 10,
					log: true
				}
			},
			{
				key: "rate",
				label: "Sampling rate",
				usual: "0.01",
				scale: {
					least: 1e-4,
					most: 1,
					log: true
				}
			},
			{
				key: "steps",
				label: "Steps",
				usual: "1000",
				scale: {
					least: 1,
					most: 1e5,
					log: true,
					whole: true
				}
			}
		]
	}
};
//#endregion
//#region src/claims/kinds/gaussian.ts
/**
* A sum with Gaussian noise: sigma in units of the sensitivity, or mu, its inverse (Dong, Roth and Su, 2019).
*/
const gaussianKind = {
	name: "gaussian",
	example: "gaussian(sigma=1)",
	parameters: [noiseScale("sigma"), {
		key: "mu",
		rule: "must be between 0 and 1e100",
		allows: (x) => x === 0 || isScale(x),
		direction: "larger-is-less-private",
		role: "strength"
	}],
	either: ["mu", "sigma"],
	mu: ({ parameters }) => parameters.mu ?? 1 / parameters.sigma,
	form: {
		place: 2,
		text: "Gaussian",
		fields: [{
			key: "sigma",
			label: "Noise (sigma)",
			usual: "1",
			scale: {
				least: .1,
				most: 20,
				log: true
			}
		}]
	}
};
//#endregion
//#region src/claims/curves/laplace.ts
/** The Laplace mechanism with sensitivity / scale = epsilon0 > 0. */
function laplaceCurve(epsilon0, relation, name) {
	const shrink = exp(-epsilon0);
	const grow = exp(epsilon0);
	const margin = 2 ** -49 + epsilon0 * 2 ** -50;
	const up = (x) => Math.min(1, x * (1 + margin) + Number.MIN_VALUE);
	const down = (x) => x > 1e-306 ? x * (1 - margin) : 0;
	const epsilonOf = (delta) => Math.max(0, epsilon0 + 2 * log1p(-delta));
	return {
		name,
		relation,
		symmetric: true,
		gap: 1e-14,
		fBar(x) {
			if (!(x > 0)) return 0;
			if (x >= 1) return 1;
			if (x < .5 * shrink) return up(grow * x);
			return up(x <= .5 ? 1 - shrink / (4 * x) : 1 - shrink * (1 - x));
		},
		fBarInv(y) {
			if (!(y > 0)) return 0;
			if (y >= 1) return 1;
			if (y < .5) return down(shrink * y);
			const tail = 1 - y;
			return down(tail >= .5 * shrink ? shrink / (4 * tail) : 1 - grow * tail);
		},
		slope(x) {
			if (x < .5 * shrink) return grow;
			return x <= .5 ? Math.min(grow, shrink / (4 * x) / x) : shrink;
		},
		delta: (epsilon) => epsilon >= epsilon0 ? 0 : up(-expm1(.5 * (epsilon - epsilon0))),
		epsilon(delta) {
			const exact = epsilonOf(delta);
			return delta > 0 && exact > 0 ? exact + 2 ** -50 * (1 + epsilon0) : exact;
		},
		epsilonLower: (delta) => delta > 0 ? Math.max(0, epsilonOf(delta) - 2 ** -50 * (1 + epsilon0)) : epsilonOf(delta)
	};
}
//#endregion
//#region src/claims/losses/laplace.ts
const SKETCH_SIZE = 400;
/**
* The Laplace mechanism: the loss is +-epsilon0 with P-probabilities 1/2 and e^-epsilon0 / 2, and between
* them has the P-density e^((l - epsilon0) / 2) / 4.
*/
function laplaceLoss(epsilon0) {
	const losses = Float64Array.from({ length: SKETCH_SIZE + 2 }, (_, i) => i === 0 ? -epsilon0 : i > SKETCH_SIZE ? epsilon0 : epsilon0 * ((2 * i - 1) / SKETCH_SIZE - 1));
	const weights = losses.map((l, i) => {
		if (i === 0) return .5;
		if (i > SKETCH_SIZE) return .5 * exp(-epsilon0);
		return .25 * 2 * epsilon0 / SKETCH_SIZE * exp(-.5 * (epsilon0 + l));
	});
	return {
		atoms: [epsilon0],
		smooth: true,
		reach: epsilon0,
		sketch: {
			losses,
			weights
		},
		discretise(step) {
			const last = Math.round(epsilon0 / step);
			const exact = Math.abs(last * step - epsilon0) <= 1e-12 * epsilon0;
			const end = exact ? last : Math.ceil(epsilon0 / step);
			const grid = new GridBuilder(-end, end, step);
			for (let i = -end; i < end; i++) {
				const from = exact ? i * step : Math.max(-epsilon0, i * step);
				const to = exact ? (i + 1) * step : Math.min(epsilon0, (i + 1) * step);
				addExponential(grid, i, from, to, epsilon0);
			}
			addAtom(grid, epsilon0, .5);
			addAtom(grid, -epsilon0, .5 * exp(-epsilon0));
			return grid.finish(0, 0);
		}
	};
}
/**
* P-mass with density e^((l - epsilon0) / 2) / 4 on [from, to], within the bin that starts at grid point i.
*/
function addExponential(grid, i, from, to, epsilon0) {
	const p = .5 * exp(.5 * (from - epsilon0)) * expm1(.5 * (to - from));
	const above = .5 * (from + to) - i * grid.step;
	grid.add(i, Math.min(grid.step, Math.max(0, above)), p);
	grid.spread += p * (to - from) * (to - from) / 12;
}
//#endregion
//#region src/claims/kinds/laplace.ts
/** A sum with Laplace noise, its scale in units of the sensitivity. */
const laplaceKind = {
	name: "laplace",
	example: "laplace(scale=0.5)",
	parameters: [noiseScale("scale")],
	curve: ({ parameters, relation }, name) => laplaceCurve(1 / parameters.scale, relation, name),
	loss: ({ parameters }) => laplaceLoss(1 / parameters.scale)
};
//#endregion
//#region src/claims/kinds/perfect.ts
/** Nothing is learned of anyone. */
const perfectKind = {
	name: "perfect",
	example: "perfect()",
	parameters: [],
	mu: () => 0
};
//#endregion
//#region src/claims/curves/polyline.ts
/** The relative error that the ordinates of a polyline may carry. */
const ORDINATE = 2 ** -47;
/**
* The piecewise linear fBar through (x, y), x rising from 0 to 1, y concave and rising to 1. The profile of a
* polyline is decided at its vertices.
*/
function polyline(xs, ys, relation, name) {
	const last = xs.length - 1;
	const epsilonOf = (delta, rounding) => {
		if (ys[0] * (1 + rounding) > delta) return Infinity;
		let most = 0;
		for (let i = 1; i <= last; i++) {
			const ratio = (ys[i] * (1 + rounding) - delta) / (xs[i] * (1 - rounding));
			if (ratio > 1) most = Math.max(most, ln(ratio));
		}
		return most;
	};
	return {
		name,
		relation,
		symmetric: false,
		gap: 1e-13,
		bends: xs.slice(1, -1),
		fBar(x) {
			if (x >= 1) return 1;
			if (!(x > 0)) return ys[0];
			let i = 1;
			while (xs[i] < x) i++;
			return Math.min(1, up(ys[i - 1] + (ys[i] - ys[i - 1]) * ((x - xs[i - 1]) / (xs[i] - xs[i - 1]))));
		},
		fBarInv(y) {
			if (!(y > ys[0])) return 0;
			let i = 1;
			while (i < last && ys[i] < y) i++;
			const part = Math.min(1, (y - ys[i - 1]) / (ys[i] - ys[i - 1]));
			return down(xs[i - 1] + (xs[i] - xs[i - 1]) * part);
		},
		slope(x) {
			let i = 1;
			while (i < last && xs[i] < x) i++;
			return (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1]);
		},
		delta(epsilon) {
			let most = ys[0];
			for (let i = 1; i <= last; i++) most = Math.max(most, ys[i] - exp(epsilon) * xs[i]);
			return Math.min(1, most + (most > ys[0] ? ORDINATE : 0));
		},
		epsilon: (delta) => epsilonOf(delta, delta > ys[0] ? ORDINATE : 0),
		epsilonLower: (delta) => epsilonOf(delta, -ORDINATE)
	};
}
//#endregion
//#region src/claims/curves/validate.ts
/** Decimals are rounded to doubles: 0.1 is a little more than 1 - 0.9. */
const TOLERANCE$2 = 1e-12;
/**
* What first keeps a polyline from being a trade-off function, or null: it must run from alpha = 0 to alpha =
* 1, stay in [0, 1 - alpha], never rise, and be convex.
*/
function findCurveFault(points) {
	if (points.length < 2) return {
		problem: `a curve needs at least two points: ${points.length}`,
		index: 0
	};
	for (let i = 0; i < points.length; i++) {
		const at = (problem, index = i) => {
			const [alpha, beta] = points[index];
			return {
				problem: `point ${index + 1} (${alpha}:${beta}) ${problem}`,
				index
			};
		};
		const [alpha, beta] = points[i];
		if (!(alpha >= 0 && alpha <= 1 && beta >= 0 && beta <= 1)) return at("must lie in the unit square");
		if (i === 0 && alpha !== 0) return {
			problem: `the first point must be at alpha = 0: ${alpha}`,
			index: 0
		};
		if (beta > 1 - alpha + TOLERANCE$2) return at("must not lie above 1 - alpha");
		if (i === 0) continue;
		const [alphaBefore, betaBefore] = points[i - 1];
		if (!(alpha > alphaBefore)) return at(`must have a larger alpha than the point before (${alphaBefore})`);
		if (beta > betaBefore) return at(`must not have a larger beta than the point before (${betaBefore}): a trade-off curve decreases`);
		if (i === 1) continue;
		const [alpha0, beta0] = points[i - 2];
		const chord = beta0 + (beta - beta0) * ((alphaBefore - alpha0) / (alpha - alpha0));
		if (betaBefore > chord + TOLERANCE$2) return at(`must not lie above the line between its neighbours (${chord}): a trade-off curve is convex`, i - 1);
	}
	const [end] = points[points.length - 1];
	return end === 1 ? null : {
		problem: `the last point must be at alpha = 1: ${end}`,
		index: points.length - 1
	};
}
//#endregion
//#region src/claims/curves/points.ts
const SAMPLED = "points(...) is taken as the polyline itself; between samples of a smooth curve it lies above that curve and claims more privacy than the mechanism has: write profile(epsilon:delta, ...) instead, which never does";
const ASYMMETRIC = "this polyline is not symmetric and is tested as a promise for both orders of two neighbours; if it was computed for one order only, symmetrise it first";
/**
* The polyline through (alpha, beta) points from alpha = 0 to alpha = 1, for both orders of two neighbours.
*/
function pointsCurve(pairs, relation, name) {
	const fault = findCurveFault(pairs);
	if (fault !== null) throw new InvalidInput(`invalid points; ${fault.problem}`);
	const ys = pairs.map(([alpha, beta]) => Math.max(alpha, 1 - beta));
	const symmetric = isSymmetric(pairs);
	return {
		...polyline(pairs.map(([alpha]) => alpha), ys, relation, name),
		symmetric,
		note: symmetric ? SAMPLED : `${SAMPLED}; ${ASYMMETRIC}`
	};
}
function isSymmetric(pairs) {
	return symmetrize(pairs).every(([alpha, beta]) => Math.abs(evaluate(pairs, alpha) - beta) <= 1e-12);
}
function evaluate(pairs, x) {
	let i = 1;
	while (i < pairs.length - 1 && pairs[i][0] < x) i++;
	const [x0, y0] = pairs[i - 1];
	const [x1, y1] = pairs[i];
	return y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
}
/**
* The largest symmetric curve that holds when a polyline is known for one order of two neighbours only: the
* minimum of f and its inverse, made convex. Its epigraph is the convex hull of both, so the lower hull of
* all knots.
*/
function symmetrize(pairs) {
	const knots = [
		...pairs,
		...pairs.map(([alpha, beta]) => [beta, alpha]),
		[0, 1],
		[1, 0]
	];
	knots.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
	const hull = [];
	for (const point of knots) {
		if (hull.length > 0 && point[0] === hull[hull.length - 1][0]) continue;
		while (hull.length > 1) {
			const [x0, y0] = hull[hull.length - 2];
			const [x1, y1] = hull[hull.length - 1];
			if ((y1 - y0) * (point[0] - x0) < (point[1] - y0) * (x1 - x0)) break;
			hull.pop();
		}
		hull.push(point);
	}
	return hull;
}
//#endregion
//#region src/claims/kinds/points.ts
/** The trade-off curve itself, as a polyline through (alpha, beta). */
const pointsKind = {
	name: "points",
	example: "points(0:1, 0.1:0.4, 0.4:0.1, 1:0)",
	parameters: [],
	list: {
		of: "pairs",
		written: "alpha:beta",
		fault: findCurveFault
	},
	curve: ({ pairs = [], relation }, name) => pointsCurve(pairs, relation, name),
	guarantees: ({ pairs = [] }) => linesOf(pairs)
};
/**
* The lines that a polyline consists of, as guarantees; those with fBar's slope below 1 as seen from the
* opposite order.
*/
function linesOf(pairs) {
	const found = [];
	for (let i = 1; i < pairs.length; i++) {
		const [[x0, b0], [x1, b1]] = [pairs[i - 1], pairs[i]];
		const slope = (b0 - b1) / (x1 - x0);
		if (slope >= 1) found.push([ln(slope), deltaOf(1 - b0 - slope * x0)]);
		else if (slope > 0) found.push([-ln(slope), deltaOf(1 - x1 - b1 / slope)]);
	}
	return found;
}
/** A difference of numbers around 1 that is below 1e-12 is rounding. */
function deltaOf(difference) {
	return difference < 1e-12 ? 0 : difference;
}
//#endregion
//#region src/claims/kinds/profile.ts
/** Several (epsilon, delta) guarantees at once. */
const profileKind = {
	name: "profile",
	example: "profile(0.5:0.2, 1:0.05, 3:1e-6)",
	parameters: [],
	list: {
		of: "pairs",
		written: "epsilon:delta",
		fault: findFault
	},
	curve: ({ pairs = [], relation }, name) => profileCurve(pairs, relation, name),
	guarantees: ({ pairs = [] }) => pairs
};
function findFault(pairs) {
	if (pairs.length === 0) return {
		problem: "profile needs at least one pair epsilon:delta",
		index: 0
	};
	for (const [index, pair] of pairs.entries()) for (const [i, { key, rule, allows }] of [epsilonParameter, deltaParameter].entries()) if (!allows(pair[i])) return {
		problem: `${key} ${rule}: ${pair[i]}`,
		index
	};
	return null;
}
//#endregion
//#region src/claims/kinds/index.ts
/** Every kind of claim, in the order in which messages name them. A new one is a file and a line here. */
const KINDS = [
	gaussianKind,
	laplaceKind,
	{
		name: "pure-dp",
		example: "pure-dp(epsilon=1)",
		parameters: [epsilonParameter],
		curve: ({ parameters, relation }, name) => guaranteeCurve([parameters.epsilon, 0], relation, name),
		loss: ({ parameters }) => approximateLoss(parameters.epsilon, 0),
		saysNothing: ({ parameters }) => parameters.epsilon === 0,
		guarantees: ({ parameters }) => [[parameters.epsilon, 0]]
	},
	approxDpKind,
	{
		name: "randomized-response",
		example: "randomized-response(epsilon=1, alphabet=4)",
		parameters: [epsilonParameter, {
			...countParameter("alphabet", 2, "smaller-is-less-private"),
			fallback: 2
		}],
		curve({ parameters: { epsilon, alphabet }, relation }, name) {
			const advantage = Math.min(1, up(-expm1(-epsilon) / (1 + (alphabet - 1) * exp(-epsilon))));
			return profileCurve([[epsilon, 0], [0, advantage]], relation, name);
		},
		loss: ({ parameters }) => responseLoss(parameters.epsilon, parameters.alphabet),
		saysNothing: ({ parameters }) => parameters.epsilon === 0
	},
	dpsgdKind,
	composeKind,
	profileKind,
	pointsKind,
	perfectKind
];
//#endregion
//#region src/claims/kinds/lookup.ts
const byName = new Map(KINDS.map((kind) => [kind.name, kind]));
function findKind(name) {
	return byName.get(name);
}
/** The kind of a claim that names one. */
function kindOf({ name }) {
	const kind = byName.get(name);
	if (kind === void 0) throw new InvalidInput(`unknown kind of claim: ${quoted(name)}`);
	return kind;
}
/** The parameters that a claim must state: of two ways to say the same, the first. */
function requiredParameters({ parameters, either }) {
	return parameters.filter(({ key, fallback }) => fallback === void 0 && key !== either?.[1]);
}
//#endregion
//#region src/claims/grammar/print.ts
/**
* The canonical text of a claim: parameters in the order of its kind, defaults left out.
*
* @example
* printClaim(parseClaim('gaussian( sigma = 1e0 )')); // 'gaussian(sigma=1)'
*/
function printClaim(claim) {
	return `${claim.name}(${argumentsOf(claim).join(", ")})`;
}
/** The canonical text of a family; a bare name where nothing is fixed. */
function printFamily(family) {
	const args = argumentsOf(family.claim);
	return args.length === 0 ? family.claim.name : `${family.claim.name}(${args.join(", ")})`;
}
function argumentsOf(claim) {
	const args = kindOf(claim).parameters.filter(({ key, fallback }) => claim.parameters[key] !== void 0 && claim.parameters[key] !== fallback).map(({ key }) => `${key}=${printNumber(claim.parameters[key])}`);
	for (const [x, y] of claim.pairs ?? []) args.push(`${printNumber(x)}:${printNumber(y)}`);
	for (const part of claim.parts ?? []) {
		const text = printClaim({
			...part.claim,
			relation: "add-remove"
		});
		args.push(part.count === 1 ? text : `${text}*${part.count}`);
	}
	if (claim.relation === "replace") args.push("relation=replace");
	return args;
}
/** The shortest decimal that reads back as the same double; small numbers as 1e-5. */
function printNumber(x) {
	return x !== 0 && Math.abs(x) < 1e-4 ? x.toExponential() : String(x).replace("e+", "e");
}
//#endregion
//#region src/claims/closed-form.ts
/** The curve of a claim that has one in closed form; null for what needs a privacy-loss distribution. */
function closedForm(claim) {
	const name = printClaim(claim);
	return kindOf(claim).curve?.(claim, name, resolver) ?? exactlyGaussian(claim, name);
}
function exactlyGaussian(claim, name) {
	const mu = gaussianMu(claim);
	if (mu === null) return null;
	return mu === 0 ? profileCurve([[0, 0]], claim.relation, name) : gaussianCurve(mu, claim.relation, name);
}
/** mu of a claim that is exactly Gaussian, or null. */
function gaussianMu(claim) {
	return kindOf(claim).mu?.(claim, resolver) ?? null;
}
function saysNothing(claim) {
	return gaussianMu(claim) === 0 || (kindOf(claim).saysNothing?.(claim) ?? false);
}
const resolver = {
	closedForm,
	gaussianMu,
	saysNothing
};
//#endregion
//#region src/claims/curves/exchange.ts
/** The smallest x that is looked at apart from 0. */
const TINY = 1e-300;
/** The error in delta that the search for the best pair of lines may leave. */
const MISSED = 1e-8;
/**
* The curve for exchanging one record, from the curve for adding or removing one: an exchange is a removal
* and an addition, so fBar(fBar(x)) always holds. A curve that is about exchanges already comes back as it
* is.
*/
function toReplace(f) {
	if (f.relation === "replace") return f;
	const name = `replace(${f.name})`;
	const notes = f.note === void 0 ? {} : { note: f.note };
	if (f.twice !== void 0) return {
		...f.twice(),
		name,
		relation: "replace"
	};
	const twice = {
		symmetric: f.symmetric,
		fBar: (x) => f.fBar(f.fBar(x)),
		fBarInv: (y) => f.fBarInv(f.fBarInv(y)),
		slope: (x) => f.slope(x) * f.slope(f.fBar(x)),
		...notes
	};
	if (f.bends !== void 0) return {
		...bentTwice(f, name),
		...twice
	};
	return {
		...twice,
		...smoothProfile(f),
		name,
		relation: "replace",
		gap: MISSED
	};
}
/** Piecewise linear again: it bends where fBar does and where fBar takes a value at which it does. */
function bentTwice(f, name) {
	const bends = f.bends ?? [];
	const inside = [
		TINY,
		...bends,
		...bends.map((x) => f.fBarInv(x))
	].filter((x) => x >= TINY && x < 1);
	const xs = [
		0,
		...new Set(inside.sort((a, b) => a - b)),
		1
	];
	const ys = xs.map((x) => f.fBar(f.fBar(x)));
	const line = polyline(xs, ys, "replace", name);
	return ys[1] - ys[0] < 1e-100 ? line : {
		...line,
		delta: (epsilon) => Math.max(ys[1], line.delta(epsilon)),
		epsilon: (delta) => delta < ys[1] ? Infinity : line.epsilon(delta)
	};
}
function smoothProfile(f) {
	const epsilonOf = (target) => {
		if (target < f.fBar(f.fBar(0))) return Infinity;
		const excess = (epsilon) => {
			const over = deltaTwice(f, epsilon) - target;
			return over > 0 ? over : Math.min(over, -Number.MIN_VALUE);
		};
		if (excess(0) <= 0) return 0;
		let high = 1;
		while (excess(high) > 0) high *= 2;
		return findSignChange(excess, 0, high, 1e-13).hi;
	};
	return {
		delta: (epsilon) => deltaTwice(f, epsilon),
		epsilon: epsilonOf,
		epsilonLower: (target) => Math.max(0, epsilonOf(target * (1 + MISSED) + MISSED) * .999999999999)
	};
}
/** The profile of a symmetric curve at any real epsilon: below 0 it follows from the opposite order. */
function deltaAnywhere(f, epsilon) {
	return epsilon >= 0 ? f.delta(epsilon) : up(-expm1(epsilon) + exp(epsilon) * f.delta(-epsilon));
}
/**
* The profile of fBar(fBar(x)): with lines of slopes a and e^epsilon / a one after the other,
* delta(ln a) + a delta(epsilon - ln a) is valid for every a, convex in a, and tight at the best.
*/
function deltaTwice(f, epsilon) {
	const at = (t) => {
		const first = deltaAnywhere(f, t);
		if (first >= 1) return 2 + (epsilon + 1 - t);
		const second = deltaAnywhere(f, epsilon - t);
		return first + (second === 0 ? 0 : exp(t) * second);
	};
	const [from, to] = [-40, epsilon + 1];
	const width = 1e-4 * (1 + epsilon);
	const { x } = minimise(at, from, to, width);
	const [low, high] = [Math.max(from, x - 2 * width), Math.min(to, x + 2 * width)];
	return Math.min(1, up(minimise(at, low, high, Math.max(1e-9, 1e-14 * epsilon)).value));
}
//#endregion
//#region src/claims/grammar/nearest.ts
/** Says that a name is unknown, and which was meant or which there are. */
function unknownName(what, given, known) {
	const close = nearest(given, known);
	return `unknown ${what}: ${quoted(given)} (${close === null ? `one of ${known.join(", ")}` : `did you mean ${close}?`})`;
}
/** The closest of some words by edit distance, or null where none is close. */
function nearest(word, candidates) {
	let best = null;
	let least = Math.max(2, Math.floor(word.length / 3)) + 1;
	for (const candidate of candidates) {
		const distance = editDistance(word.toLowerCase(), candidate);
		if (distance < least) {
			least = distance;
			best = candidate;
		}
	}
	return best;
}
function editDistance(a, b) {
	let row = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
		row = next;
	}
	return row[b.length];
}
//#endregion
//#region src/claims/grammar/claim-builder.ts
const RELATIONS = ["add-remove", "replace"];
/** What stands between the parentheses of one claim, checked against the rules of its kind as it comes in. */
var ClaimBuilder = class {
	kind;
	column;
	parameters = {};
	pairs = [];
	parts = [];
	relation = null;
	constructor(kind, column) {
		this.kind = kind;
		this.column = column;
	}
	/** The parameter with this key, unless the kind has none or it, or what says the same, was given before. */
	parameter(key, column) {
		const { name, parameters, either } = this.kind;
		const parameter = parameters.find((p) => p.key === key);
		if (parameter === void 0) {
			const keys = [...parameters.map((p) => p.key), "relation"];
			throw new InvalidClaim(unknownName(`parameter of ${name}`, key, keys), column);
		}
		const other = either?.includes(key) ? either.find((k) => k !== key) : void 0;
		if (this.parameters[key] !== void 0) throw new InvalidClaim(`${key} is given twice`, column);
		if (other !== void 0 && this.parameters[other] !== void 0) throw new InvalidClaim(`${other} and ${key} say the same: give one`, column);
		return parameter;
	}
	set({ key, rule, allows }, value, column) {
		if (!allows(value)) throw new InvalidClaim(`${key} ${rule}: ${value}`, column);
		this.parameters[key] = value;
	}
	setRelation(value, column, valueColumn) {
		if (this.relation !== null) throw new InvalidClaim("relation is given twice", column);
		const relation = RELATIONS.find((r) => r === value);
		if (relation === void 0) throw new InvalidClaim(`relation must be ${RELATIONS.join(" or ")}: ${quoted(value)}`, valueColumn);
		this.relation = relation;
	}
	addPair(pair, column) {
		this.pairs.push({
			pair,
			column
		});
	}
	addPart(read, count, column, countColumn) {
		if (!Number.isSafeInteger(count) || count < 1) throw new InvalidClaim(`a repetition count must be a whole number, 1 or above: ${count}`, countColumn);
		this.parts.push({
			part: {
				claim: read.claim,
				count
			},
			related: read.related,
			column
		});
	}
	finish() {
		const { kind, column, parameters } = this;
		const missing = this.missing();
		for (const { key, fallback } of kind.parameters) if (fallback !== void 0) parameters[key] ??= fallback;
		this.checkList();
		const relation = this.commonRelation();
		return {
			claim: {
				name: kind.name,
				relation,
				parameters,
				...kind.list?.of === "parts" ? { parts: this.parts.map(({ part }) => ({
					...part,
					claim: withRelation(part.claim, relation)
				})) } : {},
				...kind.list?.of === "pairs" ? { pairs: this.pairs.map(({ pair }) => pair) } : {}
			},
			kind,
			missing,
			column,
			related: this.relation !== null || this.parts.some((p) => p.related)
		};
	}
	missing() {
		const [first, second] = this.kind.either ?? [];
		const given = (key) => key !== void 0 && this.parameters[key] !== void 0;
		return requiredParameters(this.kind).map(({ key }) => key).filter((key) => !given(key) && !(key === first && given(second)));
	}
	checkList() {
		const { list, name } = this.kind;
		if (list?.of === "parts" && this.parts.length === 0) throw new InvalidClaim(`${name} needs at least one part`, this.column);
		const fault = list?.of === "pairs" ? list.fault(this.pairs.map(({ pair }) => pair)) : null;
		if (fault !== null) throw new InvalidClaim(fault.problem, this.pairs[fault.index]?.column ?? this.column);
	}
	/** The relation of the whole; the parts of a composition must agree with it and with each other. */
	commonRelation() {
		let relation = this.relation;
		for (const { part, related, column } of this.parts) {
			if (!related) continue;
			relation ??= part.claim.relation;
			if (part.claim.relation !== relation) throw new InvalidClaim(`the parts of a composition must share one relation, ${relation}: ${part.claim.relation}`, column);
		}
		return relation ?? "add-remove";
	}
};
function withRelation(claim, relation) {
	const parts = claim.parts?.map((part) => ({
		...part,
		claim: withRelation(part.claim, relation)
	}));
	return {
		...claim,
		relation,
		...parts === void 0 ? {} : { parts }
	};
}
/** Throws unless every required parameter was given. */
function checkComplete({ kind, missing }, column) {
	if (missing.length === 0) return;
	const keys = missing.map((key) => key === kind.either?.[0] ? kind.either.join(" or ") : key);
	throw new InvalidClaim(`${kind.name} needs ${keys.join(" and ")}`, column);
}
//#endregion
//#region src/claims/grammar/claim-reader.ts
/** Deeper nested compositions say nothing that a flat one could not, and a parser's stack has an end. */
const DEEPEST = 32;
/** claim = name [ "(" [ argument { "," argument } ] ")" ]. Every argument is checked as it is read. */
function readClaim(tokens, depth = 1) {
	const { column } = tokens;
	const name = tokens.name();
	if (name === null) throw tokens.error(tokens.peek() === "" ? "a name is missing" : `a name must start here, not '${tokens.peek()}'`);
	if (depth > DEEPEST) throw new InvalidClaim(`compositions may be nested at most ${DEEPEST} deep`, column);
	const kind = findKind(name);
	if (kind === void 0) throw new InvalidClaim(unknownName("name", name, KINDS.map((known) => known.name)), column);
	const builder = new ClaimBuilder(kind, column);
	if (tokens.take("(") && !tokens.take(")")) {
		do
			readArgument(tokens, builder, depth);
		while (tokens.take(","));
		if (!tokens.take(")")) throw tokens.error(tokens.peek() === "" ? "a ')' is missing" : `a ',' or ')' must stand here, not '${tokens.peek()}'`);
	}
	return builder.finish();
}
/** argument = key "=" number | "relation" "=" name | part | pair, of which a kind takes its own. */
function readArgument(tokens, builder, depth) {
	const { kind } = builder;
	const { column } = tokens;
	if (kind.list?.of === "pairs" && !/[A-Za-z]/.test(tokens.peek())) {
		readPair(tokens, builder);
		return;
	}
	const key = tokens.name();
	if (key === null) throw tokens.error(tokens.peek() === "" ? `an argument of ${kind.name} is missing` : `an argument of ${kind.name} must start here, not '${tokens.peek()}'`);
	if (tokens.take("=")) readValue(tokens, builder, key, column);
	else if (kind.list?.of === "parts") {
		tokens.rewind(column);
		readPart(tokens, builder, depth);
	} else throw new InvalidClaim(`'${quoted(key)}' needs '=' and a value`, column);
}
function readValue(tokens, builder, key, column) {
	if (key === "relation") {
		const valueColumn = tokens.column;
		builder.setRelation(tokens.name() ?? "", column, valueColumn);
		return;
	}
	const parameter = builder.parameter(key, column);
	const valueColumn = tokens.column;
	builder.set(parameter, tokens.number(), valueColumn);
}
/** pair = number ":" number. */
function readPair(tokens, builder) {
	const { column } = tokens;
	const x = tokens.number();
	if (!tokens.take(":")) throw tokens.error(`a ':' must stand between the two numbers of a pair`);
	builder.addPair([x, tokens.number()], column);
}
/** part = claim [ "*" count ]. */
function readPart(tokens, builder, depth) {
	const { column } = tokens;
	const part = readClaim(tokens, depth + 1);
	checkComplete(part, column);
	let [count, countColumn] = [1, column];
	if (tokens.take("*")) {
		countColumn = tokens.column;
		count = tokens.number();
	}
	builder.addPart(part, count, column, countColumn);
}
//#endregion
//#region src/claims/grammar/tokens.ts
const NUMBER = /0[xX][\da-fA-F]+|[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z][A-Za-z-]*/y;
/** The most characters of a claim. */
const LONGEST = 1e6;
/**
* The text of a claim, read from left to right: names, numbers and single symbols, spaces between them
* skipped.
*/
var Tokens = class {
	at = 0;
	text;
	constructor(text) {
		if (text.length > LONGEST) throw new InvalidClaim(`must have at most ${LONGEST} characters: ${text.length}`, LONGEST + 1);
		this.text = text;
	}
	/** Where the next token starts, from 1. */
	get column() {
		this.skipSpaces();
		return this.at + 1;
	}
	/** The next character, '' at the end. */
	peek() {
		this.skipSpaces();
		return this.text.charAt(this.at);
	}
	/** Whether the next character is this symbol, which is then read. */
	take(symbol) {
		if (this.peek() !== symbol) return false;
		this.at++;
		return true;
	}
	/** The next name, or null where none starts here. */
	name() {
		return this.match(NAME);
	}
	/** The next number: a decimal or a quotient of two. */
	number() {
		const value = this.decimal();
		if (!this.take("/")) return value;
		return value / this.decimal();
	}
	/** Goes back to a token that starts at a column. */
	rewind(column) {
		this.at = column - 1;
	}
	/** What is wrong with the next token. */
	error(problem) {
		return new InvalidClaim(problem, this.column);
	}
	decimal() {
		const { column } = this;
		const digits = this.match(NUMBER);
		if (digits === null) throw this.error(`a number must stand here${this.peek() === "" ? "" : `, not '${this.peek()}'`}`);
		const value = Number(digits.replaceAll("_", "")) + 0;
		if (!Number.isFinite(value)) throw new InvalidClaim(`number out of range: ${quoted(digits)}`, column);
		return value;
	}
	match(pattern) {
		this.skipSpaces();
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text);
		if (found === null) return null;
		this.at = pattern.lastIndex;
		return found[0];
	}
	skipSpaces() {
		while (/\s/.test(this.text.charAt(this.at))) this.at++;
	}
};
//#endregion
//#region src/claims/grammar/parse.ts
/**
* Reads a claim such as `approx-dp(epsilon=8, delta=1e-5)`. Throws InvalidClaim, which points at the column.
*
* @example
* const { name, parameters } = parseClaim('dpsgd(noise=1, rate=4096/50000, steps=2500)');
*/
function parseClaim(text) {
	const read = readWhole(text);
	checkComplete(read, read.column);
	return read.claim;
}
/**
* Reads a family: a claim with exactly one parameter left out, such as `gaussian` or `approx-dp(delta=1e-5)`.
*/
function parseFamily(text) {
	const { claim, kind, missing, column } = readWhole(text);
	if (requiredParameters(kind).length === 0) throw new InvalidClaim(`${claim.name} has no parameter to leave out, so it is no family`, column);
	if (missing.length === 0) throw new InvalidClaim(`a family leaves exactly one parameter out, and this is a whole claim: test it as a claim`, column, ["claim"]);
	if (missing.length > 1) throw new InvalidClaim(`a family leaves exactly one parameter out, not ${missing.join(" and ")}`, column);
	return {
		claim,
		free: missing[0]
	};
}
function readWhole(text) {
	const tokens = new Tokens(text);
	const read = readClaim(tokens);
	if (tokens.peek() !== "") throw tokens.error(`unexpected '${tokens.peek()}' after the claim`);
	return read;
}
//#endregion
//#region src/claims/losses/chain.ts
/** Relative differences that rounding explains: less than the margin by which chains are widened. */
const ROUNDING$1 = 1e-12;
/** Sums below this have lost digits to underflow. */
const LEAST_CERTAIN = 1e-295;
/**
* Neyman and Pearson on the composed law: outcomes by falling loss, y their mass under the first law, x under
* the second. So that rounding cannot make the curve look more private, both are widened: by `margin`
* relatively, and by `noise`, the rounding of the transform while the law was tilted.
*/
function chainOf(law, step, margin, noise) {
	const { first, masses, infinite, tilt, log } = law;
	const start = Math.max(0, -first);
	let end = masses.length - 1;
	while (end > start && masses[end] < 1e-40) end--;
	const rest = first > 0 ? 1 : 0;
	const count = Math.max(1, end - start + 2) + rest;
	const x = new Float64Array(count);
	const y = new Float64Array(count);
	const losses = new Float64Array(count);
	y[0] = Math.min(1, infinite);
	losses[0] = Infinity;
	let [top, topLost, bottom, bottomLost] = [
		0,
		0,
		0,
		0
	];
	for (let j = 1; j < count - rest; j++) {
		const i = end - j + 1;
		const loss = (first + i) * step;
		const shrink = exp(-loss);
		const rounding = noise * exp(log - tilt * loss);
		losses[j] = loss;
		const p = masses[i] - topLost;
		const nextTop = top + p;
		topLost = nextTop - top - p;
		top = nextTop;
		const q = masses[i] * shrink - bottomLost;
		const nextBottom = bottom + q;
		bottomLost = nextBottom - bottom - q;
		bottom = nextBottom;
		y[j] = Math.min(1, infinite + top * (1 + margin) + rounding);
		const width = bottom * (1 - margin) - rounding * shrink;
		x[j] = width > LEAST_CERTAIN ? Math.max(x[j - 1], width) : x[j - 1];
	}
	if (rest === 1) {
		const j = count - 1;
		losses[j] = first * step;
		y[j] = 1;
		x[j] = x[j - 1] + (1 - y[j - 1]) * exp(-first * step);
	}
	return {
		x,
		y,
		losses
	};
}
/** Refuses a chain in which every probability under the second law is lost, in underflow or in rounding. */
function checkPrivacyLeft({ x, losses }) {
	const last = x.length - 1;
	if (x[last] > 0) return;
	throw new InvalidInput(losses[last] > 600 ? "cannot compute this curve; the privacy loss of all runs together is above 700: there is no privacy left to account for" : "cannot compute this curve accurately; the rounding errors of so many runs are larger than what they add up to");
}
/** Whether a's profile is at least b's at every loss of their common grid, but for rounding. */
function dominates(a, b) {
	if (a.y[0] < b.y[0]) return false;
	let i = a.x.length - 1;
	for (let j = b.x.length - 1; j > 0; j--) {
		const slope = exp(b.losses[j]);
		while (i > 0 && a.losses[i] < b.losses[j]) i--;
		if (b.y[j] - slope * b.x[j] > a.y[i] - slope * a.x[i] + ROUNDING$1 * b.y[j]) return false;
	}
	return true;
}
/** The smallest concave chain above both: a hypothesis that holds for both orders of two neighbours. */
function joinChains(a, b) {
	if (dominates(a, b)) return a;
	if (dominates(b, a)) return b;
	const x = new Float64Array(a.x.length + b.x.length);
	const y = new Float64Array(x.length);
	y[0] = Math.max(a.y[0], b.y[0]);
	let top = 0;
	let [i, j] = [1, 1];
	while (i < a.x.length || j < b.x.length) {
		const fromA = j >= b.x.length || i < a.x.length && a.x[i] <= b.x[j];
		const px = fromA ? a.x[i] : b.x[j];
		const py = fromA ? a.y[i++] : b.y[j++];
		while (top > 0 && (y[top] - y[top - 1]) * (px - x[top - 1]) <= (py - y[top - 1]) * (x[top] - x[top - 1])) top--;
		if (px > x[top]) top++;
		else if (py <= y[top]) continue;
		x[top] = px;
		y[top] = py;
	}
	while (top > 0 && y[top] - y[top - 1] < x[top] - x[top - 1]) top--;
	const losses = new Float64Array(top + 1).fill(Infinity);
	for (let n = 1; n <= top; n++) losses[n] = ln((y[n] - y[n - 1]) / (x[n] - x[n - 1]));
	return {
		x: x.subarray(0, top + 1),
		y: y.subarray(0, top + 1),
		losses
	};
}
/**
* The chain whose profile is the mean of two profiles: its vertices are the means of the two chains' vertices
* at which lines of equal slope touch them.
*/
function averageChains(a, b) {
	const most = a.x.length + b.x.length - 1;
	const [x, y, losses] = [
		new Float64Array(most),
		new Float64Array(most),
		new Float64Array(most)
	];
	y[0] = .5 * (a.y[0] + b.y[0]);
	losses[0] = Infinity;
	let [i, j, size] = [
		0,
		0,
		1
	];
	while (i + 1 < a.x.length || j + 1 < b.x.length) {
		const [ofA, ofB] = [a.losses[i + 1] ?? -Infinity, b.losses[j + 1] ?? -Infinity];
		if (ofA >= ofB) i++;
		if (ofB >= ofA) j++;
		x[size] = .5 * (a.x[i] + b.x[j]);
		y[size] = .5 * (a.y[i] + b.y[j]);
		losses[size++] = Math.max(ofA, ofB);
	}
	return {
		x: x.subarray(0, size),
		y: y.subarray(0, size),
		losses: losses.subarray(0, size)
	};
}
/** How many segments to either side of a loss are looked at for the density there. */
const REACH$1 = 3;
/** The last vertex whose segment is steeper than e^epsilon: there the line of slope e^epsilon touches. */
function vertexOf(losses, epsilon) {
	return firstWhere(0, losses.length, (j) => !(losses[j] > epsilon)) - 1;
}
/**
* The density of the loss under Q around vertex j: what a small spread of the loss moves past it. Where there
* are atoms the heaviest segment is left out: on the grid they are not spread.
*/
function densityAt({ x, losses }, j, atoms) {
	const from = Math.max(2, j - REACH$1);
	const to = Math.min(x.length - 1, j + REACH$1);
	let heaviest = 0;
	if (atoms) for (let i = from; i <= to; i++) heaviest = Math.max(heaviest, x[i] - x[i - 1]);
	const width = losses[from - 1] - losses[to];
	return width > 0 ? Math.max(0, x[to] - x[from - 1] - heaviest) / width : 0;
}
/**
* Whether the mass within `reach` of a loss sits in one place, as losses of positive probability do after
* some spreading: most of it in one of eight parts.
*/
function isSpike({ x, losses }, loss, reach) {
	const at = (part) => x[vertexOf(losses, loss + reach * (1 - .25 * part))];
	let heaviest = 0;
	for (let part = 1; part <= 8; part++) heaviest = Math.max(heaviest, at(part) - at(part - 1));
	return heaviest > .4 * (at(8) - at(0));
}
/**
* The largest relative error of x at fixed y, to leading order variance / 2 times density over tail, at
* vertices spread evenly over ln x down to `depth`; and the largest ratio of that error to what `allowed`
* says of a loss.
*/
function worstError(chains, variance, atoms, depth, allowed) {
	let error = 0;
	let ratio = 0;
	for (let level = .5; level > depth; level *= .6) {
		let [decides, at, most] = [
			chains[0],
			-1,
			0
		];
		for (const chain of chains) {
			const j = firstAtLeast(chain.x, level);
			if (j > 0 && j < chain.x.length && chain.y[j] > most) [decides, at, most] = [
				chain,
				j,
				chain.y[j]
			];
		}
		if (at === -1) continue;
		const moved = Math.min(.5 * variance * densityAt(decides, at, atoms) / level, .4 * Math.sqrt(variance));
		error = Math.max(error, moved);
		ratio = Math.max(ratio, moved / allowed(decides.losses[at]));
	}
	return {
		error,
		ratio
	};
}
//#endregion
//#region src/claims/losses/grid-choice.ts
/** The probability, under the balanced law, that a window may leave out. */
const OUTSIDE_WINDOW = 1e-16;
/** The absolute accuracy of epsilon, relative where epsilon is above 1, that a grid is chosen for. */
const ACCURACY$2 = 24e-6;
/**
* What is allowed of the leading-order error, in f relatively and in epsilon absolutely, where the loss is
* epsilon. Searches take their first steps on curves that are `coarse` times less accurate, and as sound.
*/
function allowedError(epsilon, coarse) {
	return coarse * ACCURACY$2 * Math.min(2, Math.max(1, epsilon));
}
/** The curve's values down to this probability are held to the requested accuracy. */
const ACCURATE_DEPTH$1 = 1e-9;
/**
* The sum over all runs of ln E[e^(t L)], and its derivative, for L under Q ("remove") or -L under P ("add"),
* given that the loss is finite at t = `origin`.
*/
function cumulant(parts, t, sign, origin) {
	let value = 0;
	let slope = 0;
	for (const { source, count } of parts) {
		const one = tilted(source.sketch, sign === 1 ? t : 1 - t);
		value += count * (one.log - logAtEnd(source.sketch, sign === 1 ? origin : 1 - origin));
		slope += count * sign * one.mean;
	}
	return {
		value,
		slope
	};
}
const ENDS = /* @__PURE__ */ new WeakMap();
/** The logarithm of the moment at t = 0 or 1, which every cumulant is measured from. */
function logAtEnd(sketch, t) {
	const known = ENDS.get(sketch) ?? [tilted(sketch, 0).log, tilted(sketch, 1).log];
	ENDS.set(sketch, known);
	return known[t];
}
/** ln sum w e^(t l) and the mean of l under those terms. */
function tilted({ losses, weights }, t) {
	let most = -Infinity;
	for (let i = 0; i < losses.length; i++) if (weights[i] > 0) most = Math.max(most, t * losses[i]);
	let sum = 0;
	let first = 0;
	for (let i = 0; i < losses.length; i++) {
		const term = weights[i] * exp(t * losses[i] - most);
		sum += term;
		first += term * losses[i];
	}
	return {
		log: most + ln(sum),
		mean: first / sum
	};
}
/** ln E[e^(t L)] under Q, as far as a sketch tells. */
function logMomentOf(sketch, t) {
	return tilted(sketch, t).log;
}
/**
* The tilt at which the loss of the whole composition lies where its tail probability under Q is about
* ACCURATE_DEPTH: the slope of the logarithm of the tail there, and thereby the factor by which added
* variance hurts.
*/
function deepestTilt(parts) {
	return largestTilt(parts, (t) => {
		const { value, slope } = cumulant(parts, t, 1, 0);
		return -ln(ACCURATE_DEPTH$1) - (t * slope - value);
	});
}
/** The t up to which `room`, which falls, stays positive; at most twice as far as a normal law would go. */
function largestTilt(parts, room) {
	const unit = 1 / Math.max(deviation(parts, 1), deviation(parts, -1), 1e-300);
	const limit = 12 * unit;
	let high = .001 * unit;
	while (high < limit && room(high) > 0) high *= 2;
	return high >= limit ? limit : findSignChange((t) => room(t) || Number.MIN_VALUE, 0, high, .001).lo;
}
/** The standard deviation of the composed loss under Q, or under P. */
function deviation(parts, sign) {
	let variance = 0;
	for (const { source, count } of parts) {
		const { losses, weights } = source.sketch;
		let [mass, mean, square] = [
			0,
			0,
			0
		];
		for (let i = 0; i < losses.length; i++) {
			const w = weights[i] * (sign === 1 ? 1 : exp(losses[i]));
			mass += w;
			mean += w * losses[i];
			square += w * losses[i] * losses[i];
		}
		variance += count * Math.max(0, square / mass - mean / mass * (mean / mass));
	}
	return Math.sqrt(variance);
}
/**
* A first grid step: variance v costs v t / 2 of relative accuracy where the tail's logarithm has slope t.
* Connecting the dots adds about step^2 / 6 of variance per run, less where most losses are smaller than the
* step.
*/
function firstStep$1(parts, tilt, coarse) {
	const runs = parts.reduce((sum, { count }) => sum + count, 0);
	const accuracy = allowedError(.4 * cumulant(parts, tilt, 1, 0).slope, coarse);
	const finest = Math.sqrt(12 * accuracy / (runs * tilt));
	let step = finest;
	for (let i = 0; i < 4; i++) step *= Math.sqrt(2 * accuracy / (tilt * Math.max(spread(parts, step), 1e-300)));
	return Math.min(Math.max(step, finest), 4 * finest, .2 / tilt);
}
/** The variance under P that a step would add to the composed loss, as far as the sketches tell. */
function spread(parts, step) {
	let variance = 0;
	for (const { source, count } of parts) {
		const { losses, weights } = source.sketch;
		for (let i = 0; i < losses.length; i++) {
			const above = losses[i] - step * Math.floor(losses[i] / step);
			variance += count * weights[i] * exp(losses[i]) * above * (step - above);
		}
	}
	return variance;
}
/** How much finer than wanted a grid may be for the sake of atoms, where the whole has none. */
const FINER = 8;
/**
* A step no larger than wanted on whose multiples all atoms sit, where there is one; exact where nothing else
* is there.
*/
function snapStep(parts, wanted) {
	const all = [...new Set(parts.flatMap(({ source }) => source.atoms))].sort((a, b) => a - b);
	const exact = parts.some(({ source }) => source.smooth) ? null : commonStep(all, 1, 4096);
	if (exact !== null && exact > wanted / 64) return exact;
	const atoms = all.filter((atom) => atom > wanted / 16);
	if (atoms.length === 0) return wanted;
	const least = Math.ceil(atoms[0] / wanted);
	return commonStep(atoms, least, parts.some(({ source }) => source.atoms.length === 0) ? FINER * least : least + 4096) ?? atoms[0] / least;
}
/** Whether every atom sits on the grid. */
function onGrid(parts, step) {
	return parts.every(({ source }) => source.atoms.every((atom) => Math.abs(atom / step - Math.round(atom / step)) * step <= 1e-12 * atom));
}
/**
* The smallest atom divided by some whole number such that all atoms are multiples of the result, or null.
*/
function commonStep(atoms, from, to) {
	if (atoms.length === 0) return null;
	for (let n = from; n <= to; n++) {
		const step = atoms[0] / n;
		if (atoms.every((atom) => Math.abs(atom / step - Math.round(atom / step)) * step <= 1e-12 * atom)) return step;
	}
	return null;
}
/** What a transform's rounding may grow by, on its way back from the tilt, where the loss is 0. */
const MOST_GROWTH = ln(1e3);
/** How deep, in tail probability, the tilted law is centred. */
const TILT_DEPTH = ln(1e4);
/**
* The rounding error of a Fourier transform has one size everywhere, and the tails are smaller than it.
* Composing p e^(t l) instead of p centres the law between the loss 0 and the deep tail, so that both are
* relatively accurate. The t for each direction.
*/
function balanceTilts(parts) {
	return {
		remove: balanceTilt(parts, 1),
		add: balanceTilt(parts, -1)
	};
}
/** The logarithm of what a tilt may make of the variance that a grid adds. */
const MOST_GROWTH_OF_SPREAD = 3;
/** The tilts of a composition, found once, for any grid step and any variance added before composing. */
function tiltsFor(parts) {
	const balance = balanceTilts(parts);
	const usual = {
		balance,
		window: windowTilts(parts, balance)
	};
	return (step, added = 0) => {
		const most = Math.min(2 / step, Math.sqrt(2 * MOST_GROWTH_OF_SPREAD / added));
		if (balance.remove <= most && balance.add <= most) return usual;
		const capped = {
			remove: Math.min(most, balance.remove),
			add: Math.min(most, balance.add)
		};
		return {
			balance: capped,
			window: windowTilts(parts, capped)
		};
	};
}
function balanceTilt(parts, sign) {
	const tilt = largestTilt(parts, (t) => {
		const { value, slope } = cumulant(parts, t + 1, sign, 1);
		return Math.min(MOST_GROWTH - value, TILT_DEPTH - (t * slope - value));
	});
	return Math.min(tilt, .4 * chernoffTilt(parts, sign === 1 ? 1 : 0, sign));
}
function windowTilts(parts, balance) {
	const [remove, add] = [1 + balance.remove, -balance.add];
	return {
		remove: {
			above: chernoffTilt(parts, remove, 1),
			below: chernoffTilt(parts, remove, -1)
		},
		add: {
			above: chernoffTilt(parts, add, -1),
			below: chernoffTilt(parts, add, 1)
		}
	};
}
/**
* The best tilt for Chernoff's bound from a law that is itself Q tilted by `origin`: under Q the loss has the
* cumulant at t, under P at t + 1; "add" looks at minus the loss.
*/
function chernoffTilt(parts, origin, towards) {
	let atOrigin = ln(OUTSIDE_WINDOW);
	for (const { source, count } of parts) atOrigin += count * tilted(source.sketch, origin).log;
	const bound = (logT) => {
		const t = exp(logT);
		let log = -atOrigin;
		for (const { source, count } of parts) log += count * tilted(source.sketch, origin + towards * t).log;
		return log / t;
	};
	const scales = [deviation(parts, 1), deviation(parts, -1)].map((d) => -ln(Math.max(d, 1e-300)));
	return exp(minimise(bound, Math.min(...scales) - 6, Math.max(...scales) + 6, .02).x);
}
//#endregion
//#region src/claims/losses/compose.ts
/** The largest grid, on which the work takes a few hundred megabytes: 270 MB at half as many points. */
const MOST_POINTS = 2 ** 21;
/**
* The composed losses for "remove" (P against Q) and "add" (Q against P), by one Fourier transform for both.
*/
function composeLaws(parts, step, window, balance) {
	const upper = parts.map(({ law, count }) => tilt(law.upper, law.first, balance.remove * step, count));
	const lower = parts.map(({ law, count }) => tilt(law.lower.toReversed(), 1 - law.first - law.lower.length, balance.add * step, count));
	const remove = windowOf$1(upper, step, window.remove);
	const add = windowOf$1(lower, step, window.add);
	const points = Math.max(remove.last - remove.first, add.last - add.first) + 1;
	checkSize(points);
	const circular = convolve(upper, lower, 2 ** Math.max(4, Math.ceil(Math.log2(points))));
	const composed = (part, { first, last }, t, laws) => {
		const log = laws.reduce((sum, one) => sum + one.count * one.log, 0);
		const masses = unroll(circular, part, first, t * step, log);
		const outside = OUTSIDE_WINDOW * exp(log - t * step * last);
		return {
			first,
			masses,
			infinite: infinite(parts, part === 0 ? "upperInfinite" : "lowerInfinite") + outside,
			outside,
			tilt: t,
			log
		};
	};
	return {
		remove: composed(0, remove, balance.remove, upper),
		add: composed(1, add, balance.add, lower)
	};
}
/** Refuses what does not fit into memory. */
function checkSize(points) {
	if (points >= 0 && points <= MOST_POINTS) return;
	throw new InvalidInput(`cannot compute this curve accurately in bounded memory; it needs ${points > 0 && points < 0x38d7ea4c68000 ? `${points.toPrecision(2)} grid points, more` : "far more grid points"} than the limit of ${MOST_POINTS}: the privacy loss of a single run and that of all runs are too far apart`);
}
/** Infinite losses compose as any one of them happening. */
function infinite(parts, key) {
	let log = 0;
	for (const { law, count } of parts) log += count * log1p(-law[key]);
	return -expm1(log);
}
function tilt(masses, first, t, count) {
	const log = logMoment(masses, first, t);
	return {
		first,
		masses: masses.map((mass, i) => mass === 0 ? 0 : mass * exp(t * (first + i) - log)),
		log,
		count
	};
}
/** Chernoff's bounds on the composed loss, in grid points, of the discretised and tilted laws themselves. */
function windowOf$1(laws, step, { above, below }) {
	const bound = (t) => {
		let log = -ln(OUTSIDE_WINDOW);
		for (const { masses, first, count } of laws) log += count * logMoment(masses, first, t * step);
		return log / (t * step);
	};
	const most = 200 / step;
	const [up, down] = [Math.min(above, most), Math.min(below, most)];
	const last = Math.min(bound(up), bound(.75 * up));
	const first = Math.max(bound(-down), bound(-.75 * down));
	return {
		first: Math.floor(first),
		last: Math.ceil(last)
	};
}
/**
* ln sum m_i e^(t (first + i)): Horner's rule from both ends towards the largest mass, so that nothing
* underflows on the way.
*/
function logMoment(masses, first, t) {
	let mode = 0;
	for (let i = 1; i < masses.length; i++) if (masses[i] > masses[mode]) mode = i;
	const left = logFold(masses, 0, mode, exp(-t));
	const right = logFold(masses, masses.length - 1, mode, exp(t));
	const both = Math.max(left, right);
	return both + ln(exp(left - both) + exp(right - both) - masses[mode] * exp(-both)) + t * (first + mode);
}
/** ln sum m_i factor^|i - to| from one end to `to`, scaled down whenever it threatens to overflow. */
function logFold(masses, from, to, factor) {
	const direction = from <= to ? 1 : -1;
	let sum = 0;
	let scale = 1;
	let log = 0;
	for (let i = from;; i += direction) {
		sum = sum * factor + masses[i] * scale;
		if (i === to) return ln(sum) + log;
		if (sum > 1e200) {
			sum *= 1e-200;
			scale *= 1e-200;
			log += 200 * Math.LN10;
		}
	}
}
/**
* The circular convolution power of all parts: the real parts hold "remove", the imaginary ones "add". Mass
* outside the window comes back at its other end: what lay below adds to the top, which is safe; what lay
* above was counted as infinite loss besides.
*/
function convolve(uppers, lowers, size) {
	const half = size / 2;
	const upper = new Float64Array(size + 2);
	const lower = new Float64Array(size + 2);
	for (let k = 0; k <= half; k++) {
		upper[2 * k] = 1;
		lower[2 * k] = 1;
	}
	uppers.forEach((one, part) => {
		const { count } = one;
		const data = new Float64Array(2 * size);
		wrap(one, data, 0);
		wrap(lowers[part], data, 1);
		const spectrum = fourier(data);
		const least = exp(-200 / count);
		for (let k = 0; k <= half; k++) {
			const there = 2 * ((size - k) % size);
			const re = spectrum[2 * k];
			const im = spectrum[2 * k + 1];
			const reThere = spectrum[there];
			const imThere = -spectrum[there + 1];
			multiplyByPower(upper, 2 * k, .5 * (re + reThere), .5 * (im + imThere), count, least);
			multiplyByPower(lower, 2 * k, .5 * (im - imThere), -.5 * (re - reThere), count, least);
		}
	});
	return inverseOfPair(upper, lower, size);
}
/**
* The inverse transform of two spectra of real numbers, given up to half of their length: one is in the real
* parts of the result, the other in the imaginary ones.
*/
function inverseOfPair(upper, lower, size) {
	const product = new Float64Array(2 * size);
	for (let k = 0; k <= size / 2; k++) {
		const there = 2 * ((size - k) % size);
		product[there] = upper[2 * k] + lower[2 * k + 1];
		product[there + 1] = -upper[2 * k + 1] + lower[2 * k];
		product[2 * k] = upper[2 * k] - lower[2 * k + 1];
		product[2 * k + 1] = upper[2 * k + 1] + lower[2 * k];
	}
	return inverseFourier(product);
}
/** Lays masses around the circle, into the real or the imaginary parts. */
function wrap({ first, masses }, data, part) {
	const size = data.length / 2;
	for (let i = 0; i < masses.length; i++) data[2 * modulo(first + i, size) + part] += masses[i];
}
/**
* target[at] *= (re + i im)^count, by repeated squaring; most powers are negligible, which the modulus tells
* beforehand.
*/
function multiplyByPower(target, at, re, im, count, least) {
	if (re * re + im * im < least) {
		target[at] = 0;
		target[at + 1] = 0;
		return;
	}
	let x = target[at];
	let y = target[at + 1];
	let a = re;
	let b = im;
	for (let n = count; n > 0; n = Math.floor(n / 2)) {
		if (n % 2 === 1) {
			const t = x * a - y * b;
			y = x * b + y * a;
			x = t;
		}
		const t = a * a - b * b;
		b = 2 * a * b;
		a = t;
	}
	target[at] = x;
	target[at + 1] = y;
}
function modulo(i, n) {
	const r = i % n;
	return r < 0 ? r + n : r;
}
/**
* One part of the circle, from grid point `first` on, with the tilt undone; rounding below zero is cut off.
*/
function unroll(circular, part, first, t, log) {
	const size = circular.length / 2;
	const masses = new Float64Array(size);
	for (let i = 0; i < size; i++) {
		const mass = circular[2 * modulo(first + i, size) + part];
		if (mass > 0) masses[i] = mass * exp(log - t * (first + i));
	}
	return masses;
}
/** The symmetric trade-off curve whose upper part is a chain. */
function curveOfChain({ x, y, losses }, facts, relation, name) {
	const last = x.length - 1;
	const offset = y[last] - x[last];
	/**
	* To leading order, a spread of variance v moves epsilon by v / 2 times density over tail; never by many
	* deviations.
	*/
	const excess = (epsilon) => {
		const j = vertexOf(losses, epsilon);
		const rounding = 2 * facts.margin * (1 + y[j] / Math.max(Number.MIN_VALUE, exp(epsilon) * x[j]));
		const hazard = x[j] > 0 ? densityAt({
			x,
			losses
		}, j, facts.atoms) / x[j] : 0;
		const spread = .5 * 3 * facts.variance * (1 + hazard);
		const deviation = Math.max(Math.sqrt(facts.variance), facts.atomDeviation);
		if (!facts.atoms && isSpike({
			x,
			losses
		}, epsilon, 5 * deviation)) return rounding + Math.min(10 * deviation, facts.furthest);
		return rounding + Math.min(spread, 6 * deviation);
	};
	const ceilings = [{
		slope: last > 0 ? exp(losses[1]) : 1,
		start: y[0]
	}, {
		slope: exp(facts.reach),
		start: Math.min(y[0], facts.infinite * UP$2)
	}];
	const atZero = facts.reach < Infinity ? ceilings[1].start : y[0];
	let hint = 1;
	/** The chain as a function of x, continued with slope 1. */
	const rise = (at) => {
		if (!(at > 0)) return atZero;
		if (at >= x[last]) return at + offset;
		const j = segmentOf(x, at, 1, last);
		let height = y[j - 1] + (y[j] - y[j - 1]) * ((at - x[j - 1]) / (x[j] - x[j - 1]));
		for (const { slope, start } of ceilings) height = Math.min(height, start + slope * at);
		return height;
	};
	/** Its inverse. */
	const sink = (at) => {
		if (!(at > atZero)) return 0;
		if (at >= y[last]) return at - offset;
		let width = 0;
		if (at > y[0]) {
			hint = segmentOf(y, at, hint, last);
			const j = hint;
			width = x[j - 1] + (x[j] - x[j - 1]) * ((at - y[j - 1]) / (y[j] - y[j - 1]));
		}
		for (const { slope, start } of ceilings) width = Math.max(width, (at - start) / slope);
		return width;
	};
	const delta = (epsilon) => {
		if (epsilon >= facts.reach) return Math.min(1, facts.infinite);
		const j = vertexOf(losses, epsilon);
		const above = (i) => x[i] === 0 ? y[i] : y[i] - exp(epsilon) * x[i];
		return Math.max(y[0], above(j), j < last ? above(j + 1) : 0);
	};
	/** The epsilon from which a vertex is below the line of slope e^epsilon from (0, target). */
	const lineTo = (j, target) => {
		if (!(y[j] > target)) return 0;
		return x[j] > 0 ? ln((y[j] - target) / x[j]) : Infinity;
	};
	const epsilonOf = (target) => {
		if (target < y[0]) return target < facts.infinite * INFINITE_DOWN ? Infinity : facts.reach;
		if (delta(0) <= target) return 0;
		const above = firstWhere(0, last, (j) => !(delta(losses[j]) <= target));
		const below = Math.max(0, above - 1);
		return Math.min(facts.reach, Math.max(0, lineTo(below, target), lineTo(above, target)));
	};
	return {
		name,
		relation,
		symmetric: true,
		gap: facts.gap,
		fBar(at) {
			if (at >= 1) return 1;
			return Math.min(1, rise(at) * UP$2, 1 - sink(1 - at) * DOWN$1);
		},
		fBarInv(at) {
			if (at >= 1) return 1 - atZero;
			const least = Math.max(sink(at) * DOWN$1, 1 - Math.min(1, rise(1 - at) * UP$2));
			return least > 1e-306 ? least : 0;
		},
		slope(at) {
			const steepness = (j) => {
				const width = x[j] - x[j - 1];
				return width > 0 ? (y[j] - y[j - 1]) / width : exp(losses[j]);
			};
			if (at < x[last]) return steepness(segmentOf(x, at, 1, last));
			if (1 - at >= y[last]) return 1;
			return 1 - at <= y[0] ? 0 : 1 / steepness(segmentOf(y, 1 - at, 1, last));
		},
		delta: (epsilon) => Math.min(1, delta(epsilon) * 1.000000000001),
		epsilon(target) {
			const epsilon = epsilonOf(target);
			return epsilon < facts.reach ? Math.min(facts.reach, epsilon * 1.000000000001) : epsilon;
		},
		epsilonLower(target) {
			if (target < facts.infinite * INFINITE_DOWN) return Infinity;
			const certain = lastCertain(x, losses);
			let epsilon = Math.min(epsilonOf(target), certain);
			for (let i = 0;; i++) {
				const next = Math.min(epsilon, epsilonOf(target * 1.000000001 + 4 * facts.floor(epsilon)));
				const settled = next >= epsilon * .999999999999;
				epsilon = next;
				if (settled) break;
				if (i === MOST_CORRECTIONS) return 0;
			}
			return epsilon === 0 ? 0 : Math.max(0, epsilon * .999999999999 - excess(epsilon));
		}
	};
}
/** An answer that so many corrections do not settle is drowned in rounding. */
const MOST_CORRECTIONS = 200;
/** Below this a sum of masses has no digits to be sure of. */
const LEAST_MASS = 1e-280;
/** The largest loss beyond which the second law still has mass. */
function lastCertain(x, losses) {
	const first = firstWhere(0, x.length - 1, (j) => x[j] > LEAST_MASS);
	return x[first] > LEAST_MASS ? losses[first] : 0;
}
/** How uncertain an infinite mass is: decimals are rounded to doubles, and so are their powers. */
const INFINITE_DOWN = 1 - 2 ** -47;
const UP$2 = 1 + 2 ** -50;
const DOWN$1 = 1 - 2 ** -50;
/** The first j >= 1 with values[j] >= at, by steps that double away from a guess, then halve. */
function segmentOf(values, at, guess, last) {
	let low = 0;
	let high = last;
	if (values[guess] >= at) {
		high = guess;
		for (let stride = 1;; stride *= 2) {
			const j = guess - stride;
			if (j <= 0) break;
			if (values[j] < at) {
				low = j;
				break;
			}
			high = j;
		}
	} else {
		low = guess;
		for (let stride = 1;; stride *= 2) {
			const j = guess + stride;
			if (j >= last) break;
			if (values[j] >= at) {
				high = j;
				break;
			}
			low = j;
		}
	}
	return firstAtLeast(values, at, low, high);
}
//#endregion
//#region src/claims/losses/exact-atoms.ts
/** The most sums of losses that are kept, and the most products taken in all: a fraction of a second. */
const MOST_SUMS = 5e4;
const MOST_WORK = 4e6;
/** Composes by enumeration, without a grid; null where there are too many different sums. */
function composeAtoms(parts) {
	const runs = parts.reduce((sum, { count }) => sum + count, 0);
	const most = parts.reduce((sum, { law, count }) => sum + count * Math.max(...law.losses.map(Math.abs)), 0);
	const same = 2 ** -50 * (runs + 2) * most;
	if (!(same < 1e-6)) return null;
	let sums = {
		losses: [0],
		upper: [1],
		lower: [1]
	};
	let [upperLog, lowerLog, work] = [
		0,
		0,
		0
	];
	for (const { law, count } of parts) {
		upperLog += count * log1p(-law.upperInfinite);
		lowerLog += count * log1p(-law.lowerInfinite);
		for (let n = 0; n < count; n++) {
			work += sums.losses.length * law.losses.length;
			if (sums.losses.length > MOST_SUMS || work > MOST_WORK) return null;
			sums = addRun(sums, law, same);
		}
	}
	return {
		losses: Float64Array.from(sums.losses),
		upper: Float64Array.from(sums.upper),
		lower: Float64Array.from(sums.lower),
		upperInfinite: -expm1(upperLog),
		lowerInfinite: -expm1(lowerLog),
		margin: 1e-12 + 2 * same + runs * 2 ** -49
	};
}
/** One more run: a copy of the sums for each of its losses, merged by falling loss. */
function addRun(sums, law, same) {
	const next = {
		losses: [],
		upper: [],
		lower: []
	};
	const at = law.losses.map(() => 0);
	const size = sums.losses.length;
	for (;;) {
		let from = -1;
		let loss = -Infinity;
		for (let a = 0; a < at.length; a++) {
			if (at[a] === size || sums.losses[at[a]] + law.losses[a] <= loss) continue;
			loss = sums.losses[at[a]] + law.losses[a];
			from = a;
		}
		if (from === -1) return next;
		const i = at[from]++;
		const [p, q] = [sums.upper[i] * law.upper[from], sums.lower[i] * law.lower[from]];
		const last = next.losses.length - 1;
		if (last >= 0 && next.losses[last] - loss <= same) {
			next.upper[last] += p;
			next.lower[last] += q;
		} else {
			next.losses.push(loss);
			next.upper.push(p);
			next.lower.push(q);
		}
	}
}
/**
* Both orders of two neighbours: outcomes by falling loss, y their probability under the first law, x under
* the second.
*/
function chainsOfAtoms(composed) {
	const { losses, upper, lower, upperInfinite, lowerInfinite, margin } = composed;
	return [chain(losses, upper, lower, upperInfinite, margin), chain(losses.toReversed().map((loss) => -loss), lower.toReversed(), upper.toReversed(), lowerInfinite, margin)];
}
function chain(losses, first, second, infinite, margin) {
	let count = 1;
	while (count <= losses.length && losses[count - 1] >= 0) count++;
	const [x, y, ls] = [
		new Float64Array(count),
		new Float64Array(count),
		new Float64Array(count)
	];
	y[0] = Math.min(1, infinite * (1 + 2 ** -49));
	ls[0] = Infinity;
	let [top, bottom] = [0, 0];
	for (let j = 1; j < count; j++) {
		top += first[j - 1];
		bottom += second[j - 1];
		ls[j] = losses[j - 1];
		y[j] = Math.min(1, y[0] + top * (1 + margin));
		x[j] = bottom * (1 - margin);
	}
	return {
		x,
		y,
		losses: ls
	};
}
//#endregion
//#region src/claims/losses/one-way.ts
const UP$1 = 1 + 2 ** -50;
const DOWN = 1 - 2 ** -50;
/**
* A curve with those of the two orders beside it, and with that of a fair coin's order: the first chain is
* that with the record in against it out. `curveOf` makes the symmetric curve of a chain. An exchange has no
* order.
*/
function withOrders(both, joined, [withIt, without], curveOf) {
	if (both.relation === "replace") return both;
	const known = /* @__PURE__ */ new Map();
	let fair;
	return {
		...both,
		oneWay(side) {
			const own = side === "in" ? withIt : without;
			const curve = known.get(side) ?? (own === joined ? both : oneWayCurve(both, own));
			known.set(side, curve);
			return curve;
		},
		fairOrder() {
			fair ??= {
				...curveOf(averageChains(withIt, without)),
				epsilon: both.epsilon,
				epsilonLower: both.epsilonLower
			};
			return fair;
		}
	};
}
/**
* The curve of one order of two neighbours, from its own chain and the curve `both` that holds for both
* orders. The chain, continued with slope 1, lies above the curve of its order everywhere, and so does
* `both`: the smaller of the two is taken. Only where the slope is below 1 may the exact curve be lower.
*/
function oneWayCurve(both, { x, y, losses }) {
	const last = x.length - 1;
	const offset = y[last] - x[last];
	const rise = (at) => {
		if (!(at > 0)) return y[0];
		if (at >= x[last]) return at + offset;
		const j = firstAtLeast(x, at, 0, last);
		return y[j - 1] + (y[j] - y[j - 1]) * ((at - x[j - 1]) / (x[j] - x[j - 1]));
	};
	const sink = (at) => {
		if (!(at > y[0])) return 0;
		if (at >= y[last]) return at - offset;
		const j = firstAtLeast(y, at, 0, last);
		return x[j - 1] + (x[j] - x[j - 1]) * ((at - y[j - 1]) / (y[j] - y[j - 1]));
	};
	return {
		...both,
		symmetric: false,
		fBar: (at) => Math.min(both.fBar(at), rise(at) * UP$1),
		fBarInv(at) {
			const least = sink(at) * DOWN;
			return Math.max(both.fBarInv(at), least > 1e-306 ? least : 0);
		},
		slope(at) {
			if (both.fBar(at) <= rise(at)) return both.slope(at);
			if (at >= x[last]) return 1;
			const j = firstAtLeast(x, Math.max(at, Number.MIN_VALUE), 0, last);
			const width = x[j] - x[j - 1];
			return width > 0 ? (y[j] - y[j - 1]) / width : exp(losses[j]);
		},
		delta(epsilon) {
			const j = vertexOf(losses, epsilon);
			const above = (i) => x[i] === 0 ? y[i] : y[i] - exp(epsilon) * x[i];
			const own = Math.max(y[0], above(j), j < last ? above(j + 1) : 0);
			return Math.min(both.delta(epsilon), own * 1.000000000001);
		}
	};
}
//#endregion
//#region src/claims/losses/smooth/tilted-nodes.ts
/** P's or Q's probabilities times e^(t loss), the loss of "add" being the opposite one. */
function tiltNodes({ losses, weights }, direction, t) {
	const start = direction === "remove" ? weights.map((w, i) => w * exp(losses[i])) : weights;
	const slope = direction === "remove" ? t : -t;
	let added = 0;
	for (let i = 0; i < losses.length; i++) added += start[i] === 0 ? 0 : start[i] * expm1(slope * losses[i]);
	const log = log1p(added);
	return {
		weights: start.map((w, i) => w === 0 ? 0 : w * exp(slope * losses[i] - log)),
		log
	};
}
//#endregion
//#region src/claims/losses/smooth/highest-frequency.ts
/** ln of what the characteristic function of the composed loss may have beyond the frequencies used. */
const BEYOND_FREQUENCIES = -44;
/**
* A frequency beyond which the characteristic functions of both composed losses are negligible, or null where
* it is far too high.
*/
function highestFrequency(parts, balance, { enough, hopeless, looks }) {
	let highest = enough;
	for (const direction of ["remove", "add"]) {
		const far = byVariation(parts, direction, balance[direction], hopeless);
		if (far === null) return null;
		highest = byLooking(parts, direction, balance[direction], far, highest, looks);
	}
	return highest;
}
/**
* A frequency from which on the densities of the loss tell that nothing is left: where a density has the
* total variation V over some losses of probability A, |E e^(i t L)| <= 1 - A + V / t.
*/
function byVariation(parts, direction, tilt, most) {
	const bounds = parts.map(({ source, count }) => {
		const { weights } = tiltNodes(source.sketch, direction, tilt);
		return {
			count,
			pieces: variations(source.sketch.losses, weights)
		};
	});
	const vanishes = (t) => {
		let log = 0;
		for (const { count, pieces } of bounds) {
			let least = 1;
			for (const { mass, variation } of pieces) least = Math.min(least, 1 - mass + variation / t);
			log += count * ln(least);
		}
		return log < BEYOND_FREQUENCIES;
	};
	if (!vanishes(most)) return null;
	let [low, high] = [most / 2 ** 30, most];
	for (let i = 0; i < 12; i++) {
		const middle = Math.sqrt(low * high);
		if (vanishes(middle)) high = middle;
		else low = middle;
	}
	return high;
}
/** For the losses from each node up: their probability, and a bound on the total variation of the density. */
function variations(losses, weights) {
	const last = losses.length - 1;
	const pieces = [];
	let [mass, climbed, next] = [
		weights[last],
		0,
		0
	];
	for (let i = last - 1; i > 0; i--) {
		const width = losses[i + 1] - losses[i - 1];
		if (!(width > 1e-13 * Math.abs(losses[i]))) break;
		const density = 2 * weights[i] / width;
		climbed += Math.abs(density - next);
		next = density;
		mass += weights[i];
		if (mass > .001) pieces.push({
			mass: .98 * mass,
			variation: 1.1 * (climbed + density)
		});
	}
	return pieces;
}
/**
* A lower frequency with the same property, by looking at the characteristic functions from `from` down to
* `enough`. Between two frequencies they change by at most the distance times E|L - m|, whatever m is.
*/
function byLooking(parts, direction, tilt, from, enough, mostLooks) {
	if (from <= enough) return enough;
	let [covered, looks, distance] = [
		from,
		0,
		.4 * from
	];
	let laws = [];
	let resolved = Infinity;
	while (covered > enough) {
		if (covered < .5 * resolved) {
			looks += parts.reduce((sum, { source }) => sum + (source.smoothLaw?.nodesNeeded(covered) ?? Infinity), 0);
			if (looks > mostLooks) break;
			resolved = covered;
			laws = parts.map((part) => lawOfRuns(part, direction, tilt, covered));
		}
		distance = Math.min(2 * distance, .4 * covered);
		let vouches = false;
		while (!vouches && distance > .001 * covered && looks < mostLooks) {
			let log = 0;
			for (const law of laws) {
				log += law.count * ln(Math.min(1, modulusAt(law, covered - distance) + distance * law.slope));
				looks += law.losses.length;
			}
			vouches = log < BEYOND_FREQUENCIES;
			if (!vouches) distance *= .5;
		}
		if (!vouches) break;
		covered -= 2 * distance;
	}
	return Math.max(covered, enough);
}
/** The law of a single run on nodes that serve up to a frequency, without those that do not show. */
function lawOfRuns({ source, count }, direction, tilt, frequency) {
	const { smoothLaw } = source;
	if (smoothLaw === void 0) throw new Error("internal: a loss without a smooth density");
	const nodes = smoothLaw.nodes(smoothLaw.nodesNeeded(frequency));
	const all = tiltNodes(nodes, direction, tilt).weights;
	const losses = nodes.losses.filter((_, i) => all[i] > 1e-18);
	const weights = all.filter((weight) => weight > 1e-18);
	const mean = losses.reduce((sum, loss, i) => sum + weights[i] * loss, 0);
	return {
		losses,
		weights,
		count,
		slope: 1.001 * losses.reduce((sum, loss, i) => sum + weights[i] * Math.abs(loss - mean), 0)
	};
}
/** |E e^(i t L)|. */
function modulusAt({ losses, weights }, t) {
	let [re, im] = [0, 0];
	for (let i = 0; i < losses.length; i++) {
		re += weights[i] * cosm1(t * losses[i]);
		im += weights[i] * sin(t * losses[i]);
	}
	return Math.sqrt((1 + re) * (1 + re) + im * im);
}
//#endregion
//#region src/claims/losses/smooth/spectrum.ts
/** Frequencies are k = BLOCK a + b: a rotation by both parts takes three roundings, whatever k is. */
const BLOCK = 16;
/** What has less weight than this does not show in a double next to 1, whatever the number of runs. */
const NEGLIGIBLE$1 = 1e-27;
/** The most products of a node with a frequency that are computed one by one. */
const MOST_PRODUCTS = 15e5;
/** E[e^(i k unit L)] - 1 for k below `count`, of the laws with these losses and either weights. */
function spectraOf(losses, first, second, unit, count) {
	return (losses.length * count <= MOST_PRODUCTS ? spectraByNode : spectraByGrid)(losses, first, second, unit, count);
}
/** One wave after the other. */
function spectraByNode(losses, first, second, unit, count) {
	const size = BLOCK * Math.ceil(count / BLOCK);
	const [firstRe, firstIm] = [new Float64Array(size), new Float64Array(size)];
	const [secondRe, secondIm] = [new Float64Array(size), new Float64Array(size)];
	const [blockRe, blockIm] = [new Float64Array(BLOCK), new Float64Array(BLOCK)];
	for (let i = 0; i < losses.length; i++) {
		const p = first[i];
		const q = second[i];
		if (p + q < NEGLIGIBLE$1) continue;
		const angle = unit * losses[i];
		for (let b = 0; b < BLOCK; b++) {
			blockRe[b] = cosm1(b * angle);
			blockIm[b] = sin(b * angle);
		}
		for (let a = 0; a < size; a += BLOCK) {
			const re = cosm1(a * angle);
			const im = sin(a * angle);
			for (let b = 0; b < BLOCK; b++) {
				const c = blockRe[b];
				const s = blockIm[b];
				const x = re + c + (re * c - im * s);
				const y = im + s + (re * s + im * c);
				const k = a + b;
				firstRe[k] += p * x;
				firstIm[k] += p * y;
				secondRe[k] += q * x;
				secondIm[k] += q * y;
			}
		}
	}
	return {
		firstRe,
		firstIm,
		secondRe,
		secondIm,
		rounding: 8 * 2 ** -53 + ofAngles(losses, first, second, unit * count)
	};
}
/** What the rounding of angles does, frequencies going up to `highest`. */
function ofAngles(losses, first, second, highest) {
	let mean = 0;
	for (let i = 0; i < losses.length; i++) mean += (first[i] + second[i]) * Math.abs(losses[i]);
	return 2 ** -52 * highest * mean;
}
/** Grid points that share a node, the sharpness of the kernel by which they do, and nodes of the kernel. */
const WIDTH = 15;
const SHARPNESS = 2.3 * WIDTH;
const KERNEL_NODES = 96;
function kernel(z) {
	return z * z < 1 ? exp(SHARPNESS * (Math.sqrt(1 - z * z) - 1)) : 0;
}
/**
* All waves at once: each node is spread over the points of a grid, by a kernel whose transform is known, and
* the grid is transformed (Barnett, Magland and af Klinteberg, 2019).
*/
function spectraByGrid(losses, first, second, unit, count) {
	const size = 2 ** Math.ceil(Math.log2(8 * count));
	const grid = new Float64Array(2 * size);
	const perLoss = unit * size / (2 * Math.PI);
	for (let i = 0; i < losses.length; i++) {
		const [p, q] = [first[i], second[i]];
		if (p + q < NEGLIGIBLE$1) continue;
		const place = perLoss * losses[i];
		const from = Math.ceil(place - .5 * WIDTH);
		for (let m = from; m < from + WIDTH; m++) {
			const share = kernel(2 / WIDTH * (m - place));
			const at = 2 * ((m % size + size) % size);
			grid[at] += p * share;
			grid[at + 1] += q * share;
		}
	}
	const transformed = fourier(grid);
	const spread = kernelTransform(size, count);
	const [firstRe, firstIm] = [new Float64Array(count), new Float64Array(count)];
	const [secondRe, secondIm] = [new Float64Array(count), new Float64Array(count)];
	for (let k = 0; k < count; k++) {
		const here = 2 * k;
		const there = 2 * ((size - k) % size);
		const half = .5 / spread[k];
		firstRe[k] = half * (transformed[here] + transformed[there]) - 1;
		firstIm[k] = half * (transformed[there + 1] - transformed[here + 1]);
		secondRe[k] = half * (transformed[here + 1] + transformed[there + 1]) - 1;
		secondIm[k] = half * (transformed[here] - transformed[there]);
	}
	return {
		firstRe,
		firstIm,
		secondRe,
		secondIm,
		rounding: 1e-13 + ofAngles(losses, first, second, unit * count)
	};
}
/** The transform of the kernel on a grid, by the trapezoidal rule. */
function kernelTransform(size, count) {
	const places = Float64Array.from({ length: KERNEL_NODES }, (_, i) => 2 * i / KERNEL_NODES - 1);
	const weights = places.map((z) => WIDTH / KERNEL_NODES * kernel(z));
	const total = weights.reduce((sum, w) => sum + w, 0);
	const { firstRe } = spectraByNode(places, weights, weights, Math.PI * WIDTH / size, count);
	return firstRe.map((re) => total + re);
}
/** (1 + z)^count (1 + w) - 1 in place of w, by repeated squaring of numbers that are held less 1. */
function multiplyPower(w, zRe, zIm, count) {
	for (let k = 0; k < w.re.length; k++) {
		let [x, y, a, b] = [
			w.re[k],
			w.im[k],
			zRe[k],
			zIm[k]
		];
		for (let n = count; n > 0; n = Math.floor(n / 2)) {
			if (n % 2 === 1) {
				const re = x + a + (x * a - y * b);
				y = y + b + (x * b + y * a);
				x = re;
			}
			const re = 2 * a + (a * a - b * b);
			b = 2 * b + 2 * a * b;
			a = re;
		}
		w.re[k] = x;
		w.im[k] = y;
	}
}
//#endregion
//#region src/claims/losses/smooth/composition.ts
/**
* The most grid points, the most nodes, and the most waves at nodes to find the highest frequency by: some
* milliseconds for coarse curves, a fraction of a second for exact ones.
*/
const COARSE_LIMITS = {
	points: 2 ** 15,
	nodes: 2e4,
	looks: 3e4
};
const EXACT_LIMITS = {
	points: 2 ** 17,
	nodes: 1e5,
	looks: 1e5
};
/** Looking hardly ever finds a frequency that is so many times lower. */
const HOPELESS = 50;
/** Fewer frequencies than this, over 2 pi, would not be worth a search. */
const ENOUGH_FREQUENCIES = 300;
/** The probability of what the nodes leave out of one run, on either side. */
const OUTSIDE_NODES = 1e-39;
/**
* The composed losses of mechanisms whose loss has a smooth density, for "remove" (P against Q) and "add" (Q
* against P), on a grid no coarser than asked for. The characteristic function of the composed loss is the
* product of those of all runs, each an integral that the trapezoidal rule gives to the last digits, and it
* vanishes beyond some frequency. The dots are connected once, after composing: the law on the grid is the
* composed one convolved with the kernel that shares a loss between the grid points around it. Null where
* that would take too long.
*/
function composeSmooth(parts, coarsest, { balance, window }, coarse) {
	const limits = coarse > 1 ? COARSE_LIMITS : EXACT_LIMITS;
	const windows = windowsOf(parts, balance, window);
	const width = widest(windows);
	const highest = highestFrequency(parts, balance, {
		enough: ENOUGH_FREQUENCIES / width,
		hopeless: HOPELESS * limits.points / width,
		looks: limits.looks
	});
	const wanted = Math.min(coarsest, highest === null ? 0 : Math.PI / highest);
	const size = 2 ** Math.max(5, Math.ceil(Math.log2(width / wanted + 4)));
	if (highest === null || !(size <= limits.points)) return null;
	const step = Math.min(wanted, width / (size - 4));
	const unit = 2 * Math.PI / (size * step);
	const count = Math.min(size / 2, Math.ceil(highest / unit)) + 1;
	const remove = {
		re: new Float64Array(count),
		im: new Float64Array(count)
	};
	const add = {
		re: new Float64Array(count),
		im: new Float64Array(count)
	};
	const logs = {
		remove: 0,
		add: 0
	};
	let noise = 0;
	for (const { source, count: runs } of parts) {
		const needed = source.smoothLaw?.nodesNeeded(count * unit) ?? Infinity;
		const nodes = needed > limits.nodes ? void 0 : source.smoothLaw?.nodes(needed);
		if (nodes === void 0) return null;
		const upper = tiltNodes(nodes, "remove", balance.remove);
		const lower = tiltNodes(nodes, "add", balance.add);
		const { firstRe, firstIm, secondRe, secondIm, rounding } = spectraOf(nodes.losses, upper.weights, lower.weights, unit, count);
		multiplyPower(remove, firstRe, firstIm, runs);
		multiplyPower(add, secondRe, secondIm.map((y) => -y), runs);
		noise += runs * rounding;
		logs.remove += runs * upper.log;
		logs.add += runs * lower.log;
	}
	const circular = inverseOfPair(sharedOut(remove, balance.remove, step, unit, size), sharedOut(add, balance.add, step, unit, size), size);
	const runs = parts.reduce((sum, one) => sum + one.count, 0);
	const composed = (part, direction) => {
		const { low, high } = windows[direction];
		const [tilt, log] = [balance[direction], logs[direction]];
		const first = Math.floor(low / step) - 1;
		const outside = OUTSIDE_WINDOW * exp(log - tilt * high) + runs * OUTSIDE_NODES;
		return {
			first,
			masses: unroll(circular, part, first, tilt * step, log),
			infinite: outside,
			outside,
			tilt,
			log
		};
	};
	return {
		remove: composed(0, "remove"),
		add: composed(1, "add"),
		step,
		noise
	};
}
function windowsOf(parts, balance, window) {
	return {
		remove: windowOf(parts, "remove", balance.remove, window.remove),
		add: windowOf(parts, "add", balance.add, window.add)
	};
}
function widest({ remove, add }) {
	return Math.max(remove.high - remove.low, add.high - add.low);
}
/** How wide a window the composed, tilted loss takes, as far as the sketches tell. */
function windowWidth(parts, { balance, window }) {
	return widest(windowsOf(parts, balance, window));
}
/** Chernoff's bounds on the composed, tilted loss. */
function windowOf(parts, direction, tilt, { above, below }) {
	const towards = direction === "remove" ? 1 : -1;
	const origin = direction === "remove" ? 1 + tilt : -tilt;
	const bound = (t) => {
		let log = -ln(OUTSIDE_WINDOW);
		for (const { source, count } of parts) log += count * (logMomentOf(source.sketch, origin + towards * t) - logMomentOf(source.sketch, origin));
		return log / t;
	};
	return {
		low: bound(-below),
		high: bound(above)
	};
}
/**
* The spectrum of the law on the grid: that of the loss times the transform of the kernel
* e^(-tilt s) w(s), where w(s) is the share of a grid point in what lies at the distance s from it. With
* z = tilt + i t the transform is (e^(z d) - 1) (1 - e^(-(z + 1) d)) / ((1 - e^-d) z (z + 1)), d the step.
*/
function sharedOut({ re, im }, tilt, step, unit, size) {
	const spectrum = new Float64Array(size + 2);
	const scale = 1 / (step * -expm1(-step));
	for (let k = 0; k < re.length; k++) {
		const t = k * unit;
		const [a, b] = growthOver(tilt, t, step);
		const [c, d] = growthOver(-tilt - 1, -t, step);
		const [x, y] = [scale * (a * c - b * d), scale * (a * d + b * c)];
		const [u, v] = [1 + re[k], im[k]];
		spectrum[2 * k] = x * u - y * v;
		spectrum[2 * k + 1] = -(x * v + y * u);
	}
	return spectrum;
}
/** (e^(z d) - 1) / z at z = x + i y. */
function growthOver(x, y, d) {
	if (x === 0 && y === 0) return [d, 0];
	const growth = expm1(x * d);
	const cosine = cosm1(y * d);
	const [re, im] = [growth + cosine + growth * cosine, (1 + growth) * sin(y * d)];
	const square = x * x + y * y;
	return [(re * x + im * y) / square, (im * x - re * y) / square];
}
//#endregion
//#region src/claims/losses/smooth/curve.ts
/** Rounding of probabilities, relative. */
const MARGIN$1 = 1e-11;
/** What curves are held to, in f relatively and in epsilon. */
const ACCURACY$1 = 5e-7;
/** No curve from a transform is said to be nearer to the truth than this. */
const LEAST_GAP$1 = 2e-8;
const MOST_ATTEMPTS$1 = 3;
const MOST_GAP = .05;
/** The curve of smooth losses, discretised only after composing; null where that takes too long. */
function smoothCurve(parts, tilts, relation, name, coarse) {
	const tilt = deepestTilt(parts);
	const accuracy = coarse * ACCURACY$1;
	const allowed = (epsilon) => accuracy * Math.min(2, Math.max(1, epsilon));
	let best = null;
	let step = Math.min(Math.sqrt(12 * accuracy / tilt), .2 / tilt);
	for (let attempt = 0; attempt < MOST_ATTEMPTS$1; attempt++) {
		const composed = composeSmooth(parts, step, tilts(step), coarse);
		if (composed === null) break;
		const chains = [composed.remove, composed.add].map((law) => chainOf(law, composed.step, MARGIN$1, composed.noise));
		const { error, ratio } = worstError(chains, composed.step * composed.step / 6, false, ACCURATE_DEPTH$1, allowed);
		best = {
			composed,
			chains,
			error
		};
		if (ratio <= 1.5) break;
		step = composed.step * Math.max(.1, .9 / Math.sqrt(ratio));
	}
	if (best === null) return null;
	const { composed, chains, error } = best;
	const both = [composed.remove, composed.add];
	const margin = MARGIN$1 + composed.noise * exp(Math.max(0, ...both.map(({ log }) => log)));
	const facts = {
		gap: 3 * error + LEAST_GAP$1 + 8 * margin,
		variance: composed.step * composed.step / 6,
		atomDeviation: 0,
		furthest: composed.step,
		margin,
		atoms: false,
		reach: Infinity,
		floor: (loss) => Math.max(...both.map((law) => law.outside + composed.noise * exp(law.log - law.tilt * loss))),
		infinite: 0
	};
	if (facts.gap > MOST_GAP && coarse === 1) return null;
	const chain = joinChains(chains[0], chains[1]);
	checkPrivacyLeft(chain);
	const curve = (of) => curveOfChain(of, facts, relation, name);
	return withOrders(curve(chain), chain, chains, curve);
}
//#endregion
//#region src/claims/losses/smooth/single-run.ts
/** What rounding may have done to a tail probability, relatively: normal tails at arguments up to 15. */
const ROUNDING = 2e-13;
/** Tangents are taken where losses differ by no more than this, or outcomes by this part of a deviation. */
const LOSS_APART = .001;
const OUTCOME_APART = .004;
const MOST_TANGENTS$1 = 1e5;
const ACCURATE_DEPTH = 1e-9;
/**
* The curve of a single run, whose tail probabilities have a formula: fBar as the least of its tangents, one
* for each of many losses, and delta and epsilon by the formula itself.
*/
function singleRunCurve(law, relation, name, coarse) {
	const wider = Math.sqrt(coarse);
	const removed = tangents(law, 1, wider);
	const added = law.symmetric ? removed : tangents(law, -1, wider);
	const chain = law.symmetric ? removed.chain : joinChains(removed.chain, added.chain);
	const facts = {
		gap: Math.max(removed.gap, added.gap) + 8 * ROUNDING,
		variance: coarse * LOSS_APART * LOSS_APART / 6,
		atomDeviation: 0,
		furthest: wider * LOSS_APART,
		margin: ROUNDING,
		atoms: false,
		reach: Infinity,
		floor: () => chain.y[0],
		infinite: 0
	};
	const rough = curveOfChain(chain, facts, relation, name);
	const signs = law.symmetric ? [1] : [1, -1];
	const certain = chain.losses.length > 1 ? chain.losses[1] : 0;
	/** Delta by the formula, with its rounding added or taken away. */
	const delta = (epsilon, rounding) => Math.max(0, ...signs.map((sign) => {
		const { first, second } = ordered(law, epsilon, sign);
		const scaled = second === 0 ? 0 : exp(epsilon) * second;
		return first - scaled + rounding * ROUNDING * (first + scaled);
	}));
	const epsilonOf = (target, rounding) => {
		if (delta(0, rounding) <= target) return 0;
		if (!(delta(certain, rounding) <= target)) return null;
		const { lo, hi } = findSignChange((epsilon) => delta(epsilon, rounding) - target || -Number.MIN_VALUE, 0, certain, 1e-14);
		return rounding === 1 ? hi : lo;
	};
	const curve = {
		...rough,
		delta: (epsilon) => epsilon < certain ? Math.min(1, delta(epsilon, 1)) : rough.delta(epsilon),
		epsilon: (target) => epsilonOf(target, 1) ?? rough.epsilon(target),
		epsilonLower: (target) => epsilonOf(target, -1) ?? Math.min(certain, rough.epsilonLower(target))
	};
	if (law.symmetric) return curve;
	return withOrders(curve, chain, [removed.chain, added.chain], (of) => curveOfChain(of, facts, relation, name));
}
/** The probabilities of a larger loss: "remove" for sign 1; "add", whose loss is the opposite, for -1. */
function ordered(law, loss, sign) {
	const { upper, lower } = law.above(sign * loss, sign);
	return sign === 1 ? {
		first: upper,
		second: lower
	} : {
		first: lower,
		second: upper
	};
}
/**
* fBar's tangents with slopes from the steepest down to 1, as the chain of the points where they cross; and
* how far, relatively, these are from the chords between the points where the tangents touch.
*/
function tangents(law, sign, wider) {
	const { highest, lowest, steepest, deviation } = law;
	const end = sign === 1 ? highest : lowest;
	const apart = wider * Math.min(OUTCOME_APART * deviation, LOSS_APART / steepest);
	const count = Math.min(MOST_TANGENTS$1, Math.ceil(Math.abs(end - law.balanced) / apart));
	const x = new Float64Array(count + 1);
	const y = new Float64Array(count + 1);
	const losses = new Float64Array(count + 1);
	const at = (i) => {
		const outcome = end + (law.balanced - end) * i / count;
		const loss = i === count ? 0 : sign * law.lossAt(outcome);
		const tails = law.beyond(outcome, sign);
		const [first, second] = sign === 1 ? [tails.upper, tails.lower] : [tails.lower, tails.upper];
		return {
			loss,
			first: first * (1 + ROUNDING),
			second: second * (1 - ROUNDING),
			slope: exp(loss)
		};
	};
	let last = at(0);
	y[0] = Math.min(1, Math.max(0, last.first - last.slope * last.second) + ROUNDING * last.first);
	losses[0] = Infinity;
	let [size, gap] = [1, 0];
	for (let i = 1; i <= count; i++) {
		const next = at(i);
		if (!(next.loss < last.loss)) continue;
		const [width, height] = [next.second - last.second, next.first - last.first];
		const steeper = -expm1(next.loss - last.loss) * last.slope;
		const along = Math.min(width, Math.max(0, (height - next.slope * width) / steeper));
		const cross = last.second + along;
		const top = Math.max(last.first + last.slope * along, next.first - next.slope * (width - along));
		x[size] = Math.max(x[size - 1], cross);
		y[size] = Math.min(1, Math.max(y[size - 1], top * (1 + 2 ** -50)));
		losses[size++] = last.loss;
		const chord = last.slope * along * (width / height) - along;
		if (cross > ACCURATE_DEPTH && height > 0) gap = Math.max(gap, chord / cross);
		last = next;
	}
	return {
		chain: {
			x: x.subarray(0, size),
			y: y.subarray(0, size),
			losses: losses.subarray(0, size)
		},
		gap
	};
}
//#endregion
//#region src/claims/losses/accountant.ts
/** Rounding of a discretised step, relative; and of the transform, per run. */
const MARGIN = 1e-11;
const NOISE_PER_RUN = 8 * 2 ** -53;
/** Beyond this e^loss leaves the doubles. */
const MOST_LOSS = 700;
const MOST_ATTEMPTS = 6;
/** A curve this near to the truth, relatively in f, is no reason to take longer. */
const TOLERABLE_GAP = .05;
/** The part of the usual error that is allowed of smooth losses. */
const SMOOTH = .1;
/** No curve from a transform is said to be nearer to the truth than this. */
const LEAST_GAP = 2e-8;
/** The curve of a composition of independent mechanisms; `coarse` times less accurate where that will do. */
function composedCurve(parts, relation, name, coarse) {
	if (parts.every(({ source }) => source.sketch.losses.every((loss) => loss === 0))) return onlyInfinite(parts, relation, name);
	const reach = parts.reduce((sum, { source, count }) => sum + count * source.reach, 0);
	const exact = enumerated(parts, reach, relation, name);
	if (exact !== null) return exact;
	for (const { source } of parts) checkLoss(source.sketch.losses);
	const { exactTails } = parts[0].source;
	if (exactTails !== void 0 && parts.length === 1 && parts[0].count === 1) return singleRunCurve(exactTails, relation, name, coarse);
	const tilts = tiltsFor(parts);
	const smooth = parts.every(({ source }) => source.smoothLaw !== void 0);
	const found = smooth ? smoothCurve(parts, tilts, relation, name, coarse) : null;
	if (found !== null) return found;
	const width = 1.02 * windowWidth(parts, tilts(Number.MIN_VALUE));
	const finest = Math.max(width, ...parts.map(({ source }) => 1.02 * rangeOf(source.sketch.losses))) / MOST_POINTS;
	let least = Math.max(width / mostPoints(smooth, coarse), finest);
	const notBelow = (step) => step < 4 * least ? least : step;
	const accuracy = smooth && coarse === 1 ? SMOOTH : coarse;
	let wanted = notBelow(firstStep$1(parts, deepestTilt(parts), accuracy));
	for (let attempt = 0;; attempt++) {
		const snapped = snapStep(parts, wanted);
		const step = snapped < finest ? wanted : snapped;
		const { chain, chains, ...facts } = discretised(parts, tilts(step, spread(parts, step)), step);
		const allowed = (epsilon) => allowedError(epsilon, accuracy);
		const { error, ratio } = worstError(chains, facts.variance, facts.atoms, ACCURATE_DEPTH$1, allowed);
		const gap = 3 * error + LEAST_GAP + 8 * facts.margin;
		if (wanted <= least && gap > TOLERABLE_GAP && coarse === 1) least = step * Math.max(.25, .7 * TOLERABLE_GAP / gap);
		if (ratio <= 1 || attempt === MOST_ATTEMPTS || wanted <= least) {
			checkPrivacyLeft(chain);
			const curve = (of) => curveOfChain(of, {
				...facts,
				gap,
				reach
			}, relation, name);
			return withOrders(curve(chain), chain, chains, curve);
		}
		wanted = notBelow(step * Math.max(.05, .9 / (attempt < 2 ? Math.sqrt(ratio) : ratio)));
	}
}
/**
* The most grid points that are worth their time. A few runs of smooth mechanisms need less than they are
* allowed: there errors are far smaller than their bounds.
*/
function mostPoints(smooth, coarse) {
	if (coarse > 1) return 2 ** 15;
	return smooth ? 2 ** 16 : 2 ** 20;
}
/** The curve of discrete losses with few different sums, without a grid; null for others. */
function enumerated(parts, reach, relation, name) {
	const laws = parts.flatMap(({ source, count }) => source.discrete === void 0 ? [] : [{
		law: source.discrete,
		count
	}]);
	const composed = laws.length === parts.length ? composeAtoms(laws) : null;
	if (composed === null) return null;
	const { margin, upperInfinite, lowerInfinite } = composed;
	const facts = {
		gap: 8 * margin,
		variance: 0,
		atomDeviation: 0,
		furthest: 0,
		margin,
		atoms: true,
		reach,
		floor: () => 0,
		infinite: Math.max(upperInfinite, lowerInfinite)
	};
	return curveOfChain(joinChains(...chainsOfAtoms(composed)), facts, relation, name);
}
/** The chain on one grid, for both orders of two neighbours. */
function discretised(parts, tilts, step) {
	for (const { source } of parts) checkSize(rangeOf(source.sketch.losses) / step);
	const runs = parts.reduce((sum, { count }) => sum + count, 0);
	const noise = NOISE_PER_RUN * runs;
	const laws = parts.map(({ source, count }) => ({
		law: source.discretise(step),
		count
	}));
	const { remove, add } = composeLaws(laws, step, tilts.window, tilts.balance);
	const both = [remove, add];
	const chains = both.map((law) => chainOf(law, step, MARGIN, noise));
	const added = laws.reduce((sum, { law, count }) => sum + count * law.spread, 0);
	return {
		chain: joinChains(chains[0], chains[1]),
		chains,
		variance: added + (added > 0 ? step * step / 6 : 0),
		atomDeviation: parts.every(({ source }) => source.atoms.length > 0) ? .5 * step * Math.sqrt(runs) : 0,
		furthest: runs * step,
		margin: MARGIN + noise * exp(Math.max(0, remove.log, add.log)),
		atoms: parts.every(({ source }) => source.atoms.length > 0) && onGrid(parts, step),
		floor: (loss) => Math.max(...both.map((law) => law.outside + noise * exp(law.log - law.tilt * loss))),
		infinite: Math.max(...both.map((law) => law.infinite - law.outside))
	};
}
function rangeOf(losses) {
	return Math.max(...losses) - Math.min(...losses);
}
function checkLoss(losses) {
	const most = Math.max(...losses);
	if (!(most < MOST_LOSS)) throw new InvalidInput(`cannot compute this curve; the privacy loss of a single run reaches ${most.toPrecision(2)}, of at most ${MOST_LOSS}: there is no privacy left to account for`);
}
/** Nothing but outcomes that give everything away: (0, delta)-DP. */
function onlyInfinite(parts, relation, name) {
	let log = 0;
	for (const { source, count } of parts) log += count * log1p(-source.discretise(1).upperInfinite);
	return profileCurve([[0, -expm1(log)]], relation, name);
}
//#endregion
//#region src/claims/losses-of.ts
/**
* The privacy losses that a claim composes: one for each distinct mechanism; all Gaussians together are one
* Gaussian.
*/
function lossesOf(whole) {
	let squares = 0;
	const sources = /* @__PURE__ */ new Map();
	for (const { claim, count } of leavesOf(whole, 1)) {
		const mu = gaussianMu(claim);
		if (mu !== null) {
			squares += count * mu * mu;
			continue;
		}
		const { runs } = kindOf(claim);
		const times = runs === void 0 ? count : count * claim.parameters[runs];
		const single = runs === void 0 ? claim : {
			...claim,
			parameters: {
				...claim.parameters,
				[runs]: 1
			}
		};
		const key = printClaim(single);
		const known = sources.get(key);
		if (known === void 0) sources.set(key, {
			source: lossOf(single),
			count: times
		});
		else known.count += times;
	}
	return [...squares > 0 ? [{
		source: subsampledGaussian(1 / Math.sqrt(squares), 1),
		count: 1
	}] : [], ...sources.values()];
}
/** The mechanisms of a composition, compositions in it taken apart, with how often each runs. */
function leavesOf(claim, count) {
	if (claim.parts === void 0) return [{
		claim,
		count
	}];
	return claim.parts.flatMap((part) => leavesOf(part.claim, count * part.count));
}
/** The privacy loss of one run: what its kind says, or that of its curve where this is a polyline. */
function lossOf(claim) {
	const stated = kindOf(claim).loss?.(claim);
	if (stated !== void 0) return stated;
	const f = closedForm(claim);
	if (f?.bends === void 0) throw new Error(`internal: no privacy loss for ${printClaim(claim)}`);
	return polylineLoss(f);
}
//#endregion
//#region src/claims/resolve.ts
/** Curves by their canonical text: one audit asks for the same several times, and DP-SGD's takes a while. */
const known$1 = new LastUsed(32);
/**
* The curve of any claim, given as text or parsed: in closed form where there is one, else from its privacy
* loss.
*
* @example
* const curve = tradeOff('laplace(scale=0.5)'); // curve.epsilon(1e-5), curve.delta(1), curve.fBar(0.01)
*/
function tradeOff(claim) {
	const parsed = parseClaim(typeof claim === "string" ? claim : printClaim(claim));
	return known$1.get(printClaim(parsed), () => curveOf(parsed));
}
/**
* The curve of a claim that is known to be in order, or of a limit of such claims; `coarse` times less
* accurate where that will do.
*/
function curveOf(claim, coarse = 1) {
	return closedForm(claim) ?? lossCurve(claim, coarse);
}
/** The curve of a claim through its privacy-loss distribution. */
function lossCurve(claim, coarse = 1) {
	return composedCurve(lossesOf(claim), claim.relation, printClaim(claim), coarse);
}
//#endregion
//#region src/claims/family.ts
/** How much less accurate the curves are on which a search takes its first steps. */
const COARSE = 200;
/**
* The family of a text such as `gaussian` or `approx-dp(delta=1e-5)`.
*
* @example
* const gaussians = family('gaussian'); // gaussians.at(0.5): the curve of mu = 0.5
*/
function family(text) {
	const parsed = typeof text === "string" ? parseFamily(text) : text;
	const { claim, free } = parsed;
	const name = printFamily(parsed);
	const { parameters, either, guarantees, hints } = kindOf(claim);
	const parameter = parameters.find(({ key, role }) => key === free && role === "strength");
	if (parameter === void 0 || free === either?.[1]) throw new InvalidInput(`invalid family ${quoted(name)}; ${claim.name} cannot leave out ${free}`);
	const { direction } = parameter;
	const member = (value) => ({
		...claim,
		parameters: {
			...claim.parameters,
			[free]: value
		}
	});
	const [exact, coarse] = [new LastUsed(16), new LastUsed(64)];
	const exactAt = (value) => curveOf(member(value));
	const coarseAt = (value) => curveOf(member(value), COARSE);
	const [guarantee, another] = guarantees?.(member(parameterAt(direction, 0))) ?? [];
	return {
		name,
		parameter: free,
		direction,
		assumption: guarantees === void 0 ? "model-based" : "worst-case",
		...guarantee === void 0 || another !== void 0 ? {} : {
			guarantee,
			delta: guarantee[1]
		},
		...hints === void 0 ? {} : { search: {
			...hints(claim),
			coarseCurve: (t) => {
				const value = parameterAt(direction, t);
				return coarse.get(value, () => coarseAt(value));
			}
		} },
		at: hints === void 0 ? exactAt : (value) => exact.get(value, () => exactAt(value))
	};
}
/**
* The family of which a claim is a member, where an audit searches it besides the usual ones: of DP-SGD with
* the claim's rate and steps. Null for other claims.
*
* @example
* ownFamily('dpsgd(noise=1, rate=0.01, steps=1000)'); // 'dpsgd(rate=0.01, steps=1000)'
*/
function ownFamily(given) {
	const claim = typeof given === "string" ? parseClaim(given) : given;
	const { parameters, searchOwnFamily } = kindOf(claim);
	const strength = parameters.find(({ role }) => role === "strength");
	if (!searchOwnFamily || strength === void 0) return null;
	const { [strength.key]: _, ...fixed } = claim.parameters;
	return printFamily({
		claim: {
			...claim,
			parameters: fixed
		},
		free: strength.key
	});
}
//#endregion
//#region src/claims/gaussian-like.ts
/**
* mu of exchanging one record for another that is orthogonal to it, of a Gaussian claim. That moves a sum by
* sqrt(2) times what adding one does. A claim about exchanges says itself how far; where noise is in units of
* a clip norm it is about opposite records, and the way is taken from adding one.
*/
function orthogonalExchangeMu(claim) {
	if (claim.parts !== void 0) return rootSumOfSquares(claim, orthogonalExchangeMu);
	const { clipped } = kindOf(claim);
	const mu = gaussianMu(clipped ? {
		...claim,
		relation: "add-remove"
	} : claim);
	const stated = claim.relation === "replace" && !clipped;
	return mu === null ? null : (stated ? 1 : Math.SQRT2) * mu;
}
/** Independent Gaussians compose to the root of the sum of squares; null where a part has no mu. */
function rootSumOfSquares({ parts = [], relation }, muOf) {
	let squares = 0;
	for (const { claim, count } of parts) {
		const mu = muOf({
			...claim,
			relation
		});
		if (mu === null) return null;
		squares += count * mu * mu;
	}
	return Math.sqrt(squares);
}
//#endregion
//#region src/claims/usual-model.ts
/** With more noise, or less than its inverse, the formulas of the curves leave the doubles. */
const MOST_NOISE = 0x56bc75e2d63100000;
/**
* A mechanism for a claim. Most claims name one. A guarantee holds for many, of which the worst is nothing
* that anyone runs: its usual model is the Gaussian that spends it to the full, or where some delta is 0,
* which no Gaussian has, the Laplace mechanism.
*/
function usualModel(claim) {
	if (claim.parts !== void 0) return {
		...claim,
		parts: claim.parts.map((part) => ({
			...part,
			claim: usualModel(part.claim)
		}))
	};
	const guarantees = kindOf(claim).guarantees?.(claim);
	return guarantees === void 0 ? claim : leastNoise(guarantees, claim.relation);
}
/** The mechanism with the least noise that keeps all guarantees, its noise rounded up to six digits. */
function leastNoise(guarantees, relation) {
	const perfect = {
		name: "perfect",
		relation,
		parameters: {}
	};
	if (guarantees.some(([epsilon, delta]) => epsilon === 0 && delta === 0)) return perfect;
	const noisy = (noise) => guarantees.some(([, delta]) => delta === 0) ? {
		name: "laplace",
		relation,
		parameters: { scale: noise }
	} : {
		name: "gaussian",
		relation,
		parameters: { sigma: noise }
	};
	const keeps = (noise) => {
		const f = curveOf(noisy(noise));
		return guarantees.every(([epsilon, delta]) => f.delta(epsilon) <= delta);
	};
	if (!keeps(MOST_NOISE)) return perfect;
	if (keeps(1 / MOST_NOISE)) return noisy(1 / MOST_NOISE);
	const most = ln(MOST_NOISE);
	const { lo } = findSignChange((t) => keeps(exp(t)) ? 1 : -1, most, -most, (a, b) => Math.abs(a - b) < 1e-9);
	const rounded = Number(exp(lo).toPrecision(6));
	return noisy(keeps(rounded) ? rounded : nextUp(rounded));
}
/** The next number of six significant digits. */
function nextUp(x) {
	let next = x;
	for (let factor = 1.000001; next === x; factor += 1e-6) next = Number((x * factor).toPrecision(6));
	return next;
}
//#endregion
//#region src/claims/usual-violation.ts
/**
* The same mechanism with half the noise, or where it names none, twice the epsilon; null where there is
* nothing to change.
*/
function weakened(claim) {
	if (claim.parts !== void 0) return inParts(claim, weakened);
	for (const { key, role, direction } of kindOf(claim).parameters) {
		const value = claim.parameters[key];
		if (role !== "strength" || value === void 0 || value === 0) continue;
		const changed = direction === "smaller-is-less-private" ? value / 2 : value * 2;
		return {
			...claim,
			parameters: {
				...claim.parameters,
				[key]: changed
			}
		};
	}
	return null;
}
/**
* How a claim is usually broken: a mechanism by half the noise; a guarantee by what usually spends twice its
* epsilon, or where it has no single epsilon to double, by half the noise of its usual model. Null where
* nothing is usual: perfect privacy has no noise to halve.
*/
function usualViolation(claim) {
	if (claim.parts !== void 0) return inParts(claim, usualViolation);
	const doubled = kindOf(claim).guarantees === void 0 ? null : weakened(claim);
	return doubled === null ? weakened(usualModel(claim)) : usualModel(doubled);
}
/** All parts of a composition broken; a part that cannot be keeps its usual model. */
function inParts(claim, broken) {
	const found = (claim.parts ?? []).map((part) => ({
		...part,
		broken: broken(part.claim)
	}));
	if (found.every((part) => part.broken === null)) return null;
	const parts = found.map((part) => ({
		count: part.count,
		claim: part.broken ?? usualModel(part.claim)
	}));
	return {
		...claim,
		parts
	};
}
//#endregion
//#region src/bounds/tau.ts
/**
* p-values below this are not told apart, and at levels below it nothing is rejected: near the end of the
* doubles rounding has no direction.
*/
const SMALLEST_TAU = 1e-300;
//#endregion
//#region src/bounds/paper-search.ts
/** The total is followed beyond 1 so that a root finder sees how far beyond. */
const CEILING = 8;
/** Relative width of the final bracket. */
const TOLERANCE$1 = 1e-13;
/** Steps towards less privacy are short: far out, some curves are costly. */
const GROWTH = 1.5;
/**
* Algorithm 3 accepts at its very first step unless (k - 1) fBarInv(tau c / m) > tau (c' - c) / m. Where that
* turns is found at once, and the answer lies beyond it, often by an exponentially small distance: the search
* is for the logarithm of that distance, in which the logarithm of Algorithm 3's total is nearly straight.
*/
function searchFrom(edge, far, total, tolerance = TOLERANCE$1) {
	const distance = (s) => edge + Math.sign(far - edge) * exp(s);
	const widest = ln(Math.abs(far - edge));
	const narrowest = ln(tolerance * Math.max(edge, Number.MIN_VALUE / tolerance));
	const near = edge === 0 ? SMALLEST_TAU : distance(narrowest);
	if (total(near) > 1) return near;
	const { lo } = findSignChange((s) => positiveAboveOne(total(s === widest ? far : distance(s))), widest, edge === 0 ? ln(SMALLEST_TAU) : narrowest, (a, b) => Math.abs(distance(a) - distance(b)) <= tolerance * Math.abs(distance(a)));
	return lo === widest ? far : distance(lo);
}
/** ln total, with exactly 1 counted as acceptance. */
function positiveAboveOne(total) {
	return total > 1 ? ln(total) : Math.min(-Number.MIN_VALUE, ln(total));
}
/** Positive where Algorithm 3 gets past its first step. */
function firstStep(observation, f, tau) {
	const { k, guesses, correct } = observation;
	const m = canariesInTheorem(observation);
	return (k - 1) * f.fBarInv(Math.min(1, tau * correct / m)) - tau * (guesses - correct) / m;
}
/**
* The p-value of Algorithm 3: a tau at which it rejects, larger than the smallest such by at most 1e-13 of
* itself. 1 where it rejects at no tau; the smallest positive number where it rejects even at 1e-300.
*/
function paperPValue(observation, f) {
	const total = (tau) => algorithm3(observation, f, tau, CEILING);
	if (!(total(1) > 1)) return 1;
	if (total(1e-300) > 1) return Number.MIN_VALUE;
	const gap = (logTau) => firstStep(observation, f, exp(logTau));
	const smallest = ln(SMALLEST_TAU);
	let edge = 0;
	if (observation.guesses > observation.correct && !(gap(smallest) > 0)) edge = exp(findSignChange((t) => gap(t) || -Number.MIN_VALUE, 0, smallest, 1e-15).hi);
	return Math.min(1, searchFrom(edge, 1, total));
}
/**
* The least private member of a family that Algorithm 3 rejects at tau, as its parameter in the coordinate
* that grows with the loss of privacy and is 0 for the most private member; null where not even that one is
* rejected, Infinity where every member is.
*/
function paperThreshold(observation, curve, tau, hints = {}) {
	const { start = 1, tolerance = TOLERANCE$1, most = Infinity, coarseCurve, limited = false } = hints;
	const total = totalAlong(observation, curve, tau);
	if (!(total(0) > 1)) return null;
	if (limited && total(Infinity) > 1) return Infinity;
	if (coarseCurve === void 0) return thresholdFrom(observation, curve, tau, { start }, most, tolerance);
	return shifted(observation, curve, coarseCurve, tau, thresholdFrom(observation, coarseCurve, tau, {
		start: Math.min(start, most),
		guess: gaussianGuess(observation, tau, hints)
	}, most, tolerance), most, tolerance);
}
/** Half the distance over which the steepness of a position is measured, relatively. */
const APART = .001;
/**
* From where Algorithm 3 ends on coarse curves to where it ends on exact ones, which are a little more
* private: where the exact position is what the coarse one was there. Two or three exact curves are enough.
* What the coarse search ended with is returned where the exact curve does not reject it: the test of the
* answer corrects that.
*/
function shifted(observation, curve, coarseCurve, tau, from, most, tolerance) {
	const total = totalAlong(observation, curve, tau);
	if (from === 0 || !(total(from) > 1)) return from;
	const coarse = (t) => ifComputable(() => position(observation, coarseCurve(t), tau), NaN);
	const exact = (t) => ifComputable(() => position(observation, curve(t), tau), NaN);
	const target = coarse(from);
	const steepness = (coarse(from * (1 - APART)) - coarse(from * (1 + APART))) / (2 * APART);
	let t = from;
	for (let step = 0; step < 3; step++) {
		const distance = (exact(t) - target) / steepness;
		if (!(Math.abs(distance) > tolerance && Math.abs(distance) < .1)) break;
		t = Math.min(most, Math.max(from, t * (1 + distance - .5 * tolerance)));
	}
	for (let back = tolerance; t > from && !(total(t) > 1); back *= 4) t = Math.max(from, t * (1 - back));
	return t;
}
/**
* A number that says how far a curve is from where Algorithm 3 turns, and falls smoothly as privacy is lost:
* that of its first step, or with every guess right of its total.
*/
function position(observation, f, tau) {
	const { k, guesses, correct } = observation;
	const m = canariesInTheorem(observation);
	if (guesses === correct) return ln(algorithm3(observation, f, tau, CEILING));
	return ln((k - 1) * f.fBarInv(tau * correct / m)) - ln(tau * (guesses - correct) / m);
}
/** Algorithm 3's total along a family; a member that cannot be computed counts as accepted. */
function totalAlong(observation, curve, tau) {
	return (t) => ifComputable(() => algorithm3(observation, curve(t), tau, CEILING), ACCEPTED);
}
/** Stands for a total that cannot be computed: accepted. */
const ACCEPTED = Number.MIN_VALUE;
/** The member next to the Gaussian with which Algorithm 3 ends; null where there is none to start from. */
function gaussianGuess(observation, tau, { likeGaussian }) {
	if (likeGaussian === void 0) return null;
	const curve = (mu) => gaussianCurve(Math.max(mu, 1e-9), "add-remove", "");
	const t = likeGaussian(thresholdFrom(observation, curve, tau, { start: 1 }, 1e3, .001));
	return t > 0 && t < Infinity ? t : null;
}
function thresholdFrom(observation, curve, tau, around, most, tolerance) {
	const total = totalAlong(observation, curve, tau);
	const rejected = (t) => total(t) > 1;
	const direct = ([inside, outside]) => findSignChange((t) => positiveAboveOne(total(t)), inside, outside, tolerance).lo;
	if (observation.guesses === observation.correct) {
		const ends = bracket$1(rejected, around, most);
		return ends === null ? most : direct(ends);
	}
	const gap = (t) => {
		const step = ifComputable(() => firstStep(observation, curve(t), tau), 0);
		return step > Number.MIN_VALUE ? step : Math.min(step, -1e-300);
	};
	const ends = bracket$1((t) => gap(t) > 0, around, most);
	if (ends === null) return rejected(most) ? most : direct([0, most]);
	const edge = findSignChange(gap, ends[0], ends[1], tolerance > 1e-9 ? .1 * tolerance : 1e-15).hi;
	return searchFrom(edge, 0, total, tolerance);
}
/**
* Two members between which a property ends that the most private ones have: around a guess in steps that
* grow, or from 0 to the first that does not have it. Null where all have it up to `most`.
*/
function bracket$1(holds, { start, guess }, most) {
	if (guess === void 0 || guess === null || guess >= most) {
		let outside = start;
		for (; holds(outside); outside = Math.min(outside * GROWTH, most)) if (outside === most) return null;
		return [0, outside];
	}
	let [low, high] = [guess, guess];
	const above = holds(guess);
	for (let width = .02;; width *= 3) if (above) {
		low = high;
		high = Math.min(most, high * (1 + width));
		if (!holds(high)) return [low, high];
		if (high === most) return null;
	} else {
		high = low;
		low /= 1 + width;
		if (low < 1e-6 * guess) return [0, high];
		if (holds(low)) return [low, high];
	}
}
//#endregion
//#region src/bounds/optimal/pure.ts
/** Under pure differential privacy the worst law is known: every guess is right independently. */
function isPure(f) {
	return f.guarantee?.[1] === 0;
}
/** P[Bin(c', e^epsilon / (e^epsilon + k - 1)) >= c], with room for its rounding. */
function pureTail({ k, guesses, correct }, epsilon) {
	const odds = (k - 1) * exp(-epsilon);
	return Math.min(1, binomialTail(guesses, 1 / (1 + odds), correct, odds / (1 + odds)) * 1.000000001);
}
//#endregion
//#region src/bounds/certificate.ts
/** Covers the rounding of one product or sum, twice over. */
const UNIT = 2 ** -51;
/**
* What the weights of a certificate prove about every mechanism whose curve lies below its tangents: how
* likely c or more right guesses are.
*/
function provenBound({ observation, tangents }) {
	return Math.min(1, provenMean(observation, {
		base: 0,
		steps: [[observation.correct, 1]]
	}, tangents));
}
/**
* The same for any payoff e that grows with the number N of right guesses: E[e(N)] <= nu + sum_g W_g delta_g,
* with W_g = max_i phi_g(i), Phi_i = sum_g phi_g(i), Psi_i = sum_g e^epsilon_g phi_g(i),
*
*     nu = max(0, max_i [ e(i) - (i / m) Phi_i + (c' - i) / ((k - 1) m) Psi_{i+1} ]).
*
* Weigh the bracket by P[N = i] and regroup: what is left is sum_g sum_i phi_g(i) (y_i - lambda_g x_i), and
* Theorem 1 with T = { i : y_i > lambda_g x_i } bounds the inner sum by W_g delta_g. With all guesses on one
* side the theorem holds with m / 2 in the place of m. Every operation is
* rounded so that the result can only grow; nothing is taken on trust but the tangents themselves.
*/
function provenMean(game, payoff, tangents) {
	checkForm(game, tangents);
	const { k, guesses: cPrime } = game;
	const m = canariesInTheorem(game);
	const starts = segmentStarts(game, payoff, tangents);
	const phi = new Spread(starts.length);
	const psi = new Spread(starts.length);
	let runs = 0;
	let bound = 0;
	for (const { epsilon, delta, weights } of tangents) {
		const slope = exp(epsilon) * (1 + 4 * UNIT);
		let most = 0;
		for (const [first, last, weight] of weights) {
			const [from, to] = [firstAtLeast(starts, first), firstAtLeast(starts, last + 1)];
			phi.add(from, to, weight);
			psi.add(from, to, weight * slope);
			most = Math.max(most, weight);
			runs++;
		}
		bound += most * delta;
	}
	const error = (runs + 64) * UNIT;
	const paid = paidFrom(payoff, starts);
	const Phi = phi.values();
	const Psi = psi.values();
	let nu = 0;
	const look = (i, own, next) => {
		const gain = (cPrime - i) / ((k - 1) * m) * (Psi[next] ?? 0) * (1 + error);
		const loss = i / m * Phi[own] * (1 - error);
		nu = Math.max(nu, ((paid[own] + gain) * (1 + UNIT) - loss) * (1 + UNIT));
	};
	for (let s = 0; s < starts.length; s++) {
		const end = (starts[s + 1] ?? cPrime + 1) - 1;
		if (end > starts[s]) look(starts[s], s, s);
		look(end, s, s + 1);
	}
	return (nu + bound * (1 + error)) * (1 + UNIT);
}
/** What is paid in each segment, rounded up. */
function paidFrom({ base, steps }, starts) {
	const paid = new Float64Array(starts.length);
	for (const [reach, height] of steps) {
		const from = firstAtLeast(starts, reach);
		if (from < paid.length) paid[from] += height;
	}
	const room = steps.length === 1 && base === 0 ? 1 : 1 + (steps.length + 1) * UNIT;
	let sum = base;
	for (let s = 0; s < paid.length; s++) {
		sum += paid[s];
		paid[s] = sum * room;
	}
	return paid;
}
function checkForm({ guesses }, tangents) {
	tangents.forEach(({ epsilon, delta, weights }, g) => {
		const which = `tangent ${g + 1}`;
		if (!(epsilon >= 0 && epsilon <= 700)) throw new InvalidInput(`invalid epsilon of ${which}; must be in [0, 700]: ${epsilon}`);
		if (!(delta >= 0 && delta <= 1)) throw new InvalidInput(`invalid delta of ${which}; must be in [0, 1]: ${delta}`);
		let free = 1;
		for (const [first, last, weight] of weights) {
			if (!(Number.isInteger(first) && Number.isInteger(last) && first <= last)) throw new InvalidInput(`invalid counts of ${which}; must be whole and rising: ${first} to ${last}`);
			if (!(first >= free && last <= guesses)) throw new InvalidInput(`invalid counts of ${which}; must lie within 1 to ${guesses} without overlap: ${first} to ${last}`);
			if (!(weight >= 0 && weight < Infinity)) throw new InvalidInput(`invalid weight of ${which}; must not be negative: ${weight}`);
			free = last + 1;
		}
	});
}
/** Where the counts 0..c' are to be cut so that all weights and the payoff are constant in between. */
function segmentStarts({ guesses }, { steps }, tangents) {
	const starts = new Set([0]);
	for (const [reach] of steps) starts.add(Math.max(0, reach));
	for (const { weights } of tangents) for (const [first, last] of weights) starts.add(first).add(last + 1);
	return [...starts].filter((i) => i <= guesses).sort((a, b) => a - b);
}
/**
* Numbers 0..n-1 to each of which weights are added by ranges; a binary tree, so that nothing is ever
* subtracted.
*/
var Spread = class {
	size;
	tree;
	constructor(n) {
		this.n = n;
		this.size = 1;
		while (this.size < n) this.size *= 2;
		this.tree = new Float64Array(2 * this.size);
	}
	add(from, to, weight) {
		let [low, high] = [from + this.size, to + this.size];
		for (; low < high; low >>= 1, high >>= 1) {
			if (low & 1) this.tree[low++] += weight;
			if (high & 1) this.tree[--high] += weight;
		}
	}
	values() {
		for (let node = 2; node < 2 * this.size; node++) this.tree[node] += this.tree[node >> 1];
		return this.tree.subarray(this.size, this.size + this.n);
	}
};
//#endregion
//#region src/bounds/optimal/interior-point.ts
/** Ends at this relative distance between what is attained and what is proved. */
const ACCURACY = 3e-7;
const MOST_ROUNDS$1 = 120;
/** Ends after so many rounds without progress. */
const PATIENCE = 30;
/** Steps stay this far from the boundary, relatively. */
const INSIDE = .99;
/**
* Solves a program by Mehrotra's predictor and corrector (1992). Each line couples neighbouring counts only,
* so that a round costs one tridiagonal system for each line and a dense system of as many unknowns as there
* are lines. Ends early where rounding stops its progress; null where it has found nothing.
*/
function solveLawProgram(program) {
	const state = new InteriorPoint(program);
	let best = null;
	let least = Infinity;
	for (let round = 0, idle = 0; round < MOST_ROUNDS$1 && idle < PATIENCE; round++, idle++) {
		const distance = state.distance();
		if (Number.isNaN(distance)) break;
		if (distance < .9 * least) idle = 0;
		if (distance < least) {
			least = distance;
			best = state.solution();
		}
		if (distance <= ACCURACY) break;
		state.step();
	}
	return least < .1 ? best : null;
}
/**
* Primal p, u, the slacks v = u - (y - slope x), e of each line's sum and e0 of the sum of p; dual weights W
* of the lines, phi of their rows with W = phi + rest, nu, and z of each count. Every product p z, phi v,
* rest u, W e, nu e0 is driven to 0 together.
*/
var InteriorPoint = class {
	n;
	lines;
	p;
	z;
	dp;
	dz;
	W;
	e;
	dW;
	de;
	/** By line, then by count. */
	u;
	v;
	phi;
	rest;
	du;
	dv;
	dphi;
	drest;
	theta;
	shift;
	diagonal;
	below;
	residual;
	columns;
	solved;
	schur;
	own;
	right;
	direction;
	nu = 0;
	e0 = .5;
	dnu = 0;
	de0 = 0;
	constructor(program) {
		this.program = program;
		const { up, down, slopes, deltas } = program;
		const n = up.length - 1;
		const lines = slopes.length;
		const counts = () => new Float64Array(n + 1);
		const rows = () => new Float64Array(lines * (n + 1));
		this.n = n;
		this.lines = lines;
		[this.p, this.z, this.dp, this.dz] = [
			counts(),
			counts(),
			counts(),
			counts()
		];
		[this.diagonal, this.below, this.residual, this.right] = [
			counts(),
			counts(),
			counts(),
			counts()
		];
		[this.u, this.v, this.phi, this.rest] = [
			rows(),
			rows(),
			rows(),
			rows()
		];
		[this.du, this.dv, this.dphi, this.drest] = [
			rows(),
			rows(),
			rows(),
			rows()
		];
		[this.theta, this.shift] = [rows(), rows()];
		this.W = new Float64Array(lines).fill(1);
		this.e = Float64Array.from(deltas, (delta) => Math.max(.5 * delta, .001));
		[this.dW, this.de] = [new Float64Array(lines), new Float64Array(lines)];
		this.columns = Array.from({ length: lines + 1 }, counts);
		this.solved = Array.from({ length: lines + 1 }, counts);
		this.schur = new Float64Array((lines + 1) ** 2);
		[this.own, this.direction] = [new Float64Array(lines + 1), new Float64Array(lines + 1)];
		this.p.fill(.5 / (n + 1));
		for (let g = 0; g < lines; g++) for (let j = 1; j <= n; j++) {
			const o = g * (n + 1) + j;
			const over = up[j] * this.p[j] - slopes[g] * down[j] * this.p[j - 1];
			this.u[o] = Math.max(0, over) + .1 / n;
			this.v[o] = this.u[o] - over;
			this.phi[o] = this.rest[o] = .5;
		}
		this.gather(this.phi, this.z);
		let least = 0;
		for (let j = 0; j <= n; j++) least = Math.min(least, this.z[j] - (j >= program.tail ? 1 : 0));
		this.nu = 1 - least;
		for (let j = 0; j <= n; j++) this.z[j] += this.nu - (j >= program.tail ? 1 : 0);
	}
	solution() {
		return {
			law: this.p.slice(),
			weights: this.W.slice(),
			nu: this.nu,
			excess: this.excess()
		};
	}
	excess() {
		const { deltas } = this.program;
		return deltas.reduce((sum, delta, g) => sum + Math.max(0, this.sumOfRow(this.u, g) - delta) * this.W[g], Math.max(0, this.p.reduce((a, b) => a + b, 0) - 1) * this.nu);
	}
	/** How far the point is from the optimum: the relative gap, or what the law exceeds a line's sum by. */
	distance() {
		const { deltas } = this.program;
		let value = this.nu;
		let excess = 0;
		for (let g = 0; g < this.lines; g++) {
			value += this.W[g] * deltas[g];
			excess = Math.max(excess, Math.abs(deltas[g] - this.e[g] - this.sumOfRow(this.u, g)) * this.W[g]);
		}
		return Math.max(this.products(0, 0), excess) / value;
	}
	step() {
		this.factor();
		const mean = this.products(0, 0) / (this.n + 2 + this.lines * (2 * this.n + 1));
		this.solve(0, false);
		const [primal, dual] = this.longest();
		const predicted = (this.products(primal, dual) / this.products(0, 0)) ** 3;
		this.solve(predicted * mean, true);
		const [forward, dualForward] = this.longest();
		this.move(Math.min(1, INSIDE * forward), Math.min(1, INSIDE * dualForward));
	}
	sumOfRow(values, g) {
		let sum = 0;
		for (let j = 1, o = g * (this.n + 1) + 1; j <= this.n; j++, o++) sum += values[o];
		return sum;
	}
	/** The sum of all products after steps of these lengths along the direction. */
	products(primal, dual) {
		const { p, dp, z, dz, W, dW, e, de, u, du, v, dv, phi, dphi, rest, drest } = this;
		let sum = (this.e0 + primal * this.de0) * (this.nu + dual * this.dnu);
		for (let j = 0; j <= this.n; j++) sum += (p[j] + primal * dp[j]) * (z[j] + dual * dz[j]);
		for (let g = 0; g < this.lines; g++) sum += (e[g] + primal * de[g]) * (W[g] + dual * dW[g]);
		for (let o = 0; o < u.length; o++) sum += (phi[o] + dual * dphi[o]) * (v[o] + primal * dv[o]) + (rest[o] + dual * drest[o]) * (u[o] + primal * du[o]);
		return sum;
	}
	/** out_j = the sum over lines of up_j values_gj - slope_g down_{j+1} values_{g,j+1}. */
	gather(values, out) {
		const { up, down, slopes } = this.program;
		const { n } = this;
		out.fill(0);
		for (let g = 0; g < this.lines; g++) for (let j = 1, o = g * (n + 1) + 1; j <= n; j++, o++) {
			out[j] += up[j] * values[o];
			out[j - 1] -= slopes[g] * down[j] * values[o];
		}
	}
	/**
	* The matrices of this round: tridiagonal in the counts, and what is left for the lines and the sum of p.
	*/
	factor() {
		const { program, n, lines, p, z, u, v, phi, rest, W, e } = this;
		const { up, down, slopes } = program;
		const { diagonal, below, theta, columns, solved, schur, own, residual } = this;
		this.gather(phi, residual);
		for (let j = 0; j <= n; j++) {
			residual[j] += this.nu - (j >= program.tail ? 1 : 0) - z[j];
			diagonal[j] = z[j] / p[j];
		}
		below.fill(0);
		for (let g = 0; g < lines; g++) {
			const column = columns[g].fill(0);
			let sum = e[g] / W[g];
			for (let j = 1, o = g * (n + 1) + 1; j <= n; j++, o++) {
				const [a, b] = [up[j], -slopes[g] * down[j]];
				const [first, second] = [u[o] / rest[o], v[o] / phi[o]];
				const t = 1 / (first + second);
				theta[o] = t;
				diagonal[j] += t * a * a;
				diagonal[j - 1] += t * b * b;
				below[j] += t * a * b;
				column[j] += t * first * a;
				column[j - 1] += t * first * b;
				sum += first * second * t;
			}
			own[g] = sum;
		}
		columns[lines].fill(1);
		own[lines] = this.e0 / this.nu;
		for (let j = 1; j <= n; j++) {
			const factor = below[j] / diagonal[j - 1];
			diagonal[j] -= factor * below[j];
			below[j] = factor;
		}
		const size = lines + 1;
		for (let g = 0; g < size; g++) {
			solved[g].set(columns[g]);
			this.solveTridiagonal(solved[g]);
			for (let h = 0; h <= g; h++) schur[g * size + h] = innerProduct(columns[g], solved[h]) + (g === h ? own[g] : 0);
		}
		choleskyInPlace(schur, size);
	}
	solveTridiagonal(x) {
		const { n, diagonal, below } = this;
		for (let j = 1; j <= n; j++) x[j] -= below[j] * x[j - 1];
		x[n] /= diagonal[n];
		for (let j = n - 1; j >= 0; j--) x[j] = x[j] / diagonal[j] - below[j + 1] * x[j + 1];
	}
	/**
	* The direction in which every product would become `target`; corrected by the products of the last one.
	*/
	solve(target, correct) {
		const { program, n, lines, p, z, u, v, phi, rest, W, e, theta, shift, residual, right, direction } = this;
		const { dp, dz, du, dv, dphi, drest, dW, de } = this;
		const { up, down, slopes, deltas } = program;
		const on = correct ? 1 : 0;
		for (let j = 0; j <= n; j++) right[j] = (target - p[j] * z[j] - on * dp[j] * dz[j]) / p[j] - residual[j];
		for (let g = 0; g < lines; g++) {
			const missing = target - W[g] * e[g] - on * dW[g] * de[g];
			let sum = deltas[g] - e[g] - missing / W[g];
			for (let j = 1, o = g * (n + 1) + 1; j <= n; j++, o++) {
				const over = up[j] * p[j] - slopes[g] * down[j] * p[j - 1];
				dv[o] = target - phi[o] * v[o] - on * dphi[o] * dv[o];
				du[o] = target - rest[o] * u[o] - on * drest[o] * du[o];
				shift[o] = dv[o] / phi[o] - du[o] / rest[o] + (v[o] - u[o] + over);
				const moved = theta[o] * shift[o];
				right[j] -= moved * up[j];
				right[j - 1] += moved * slopes[g] * down[j];
				sum -= u[o] + (du[o] + u[o] * moved) / rest[o];
			}
			direction[g] = -sum;
			de[g] = missing;
		}
		const missing = target - this.e0 * this.nu - on * this.dnu * this.de0;
		direction[lines] = -(1 - p.reduce((a, b) => a + b, 0) - this.e0 - missing / this.nu);
		this.solveTridiagonal(right);
		for (let g = 0; g <= lines; g++) direction[g] += innerProduct(this.columns[g], right);
		choleskySolve(this.schur, lines + 1, direction);
		dp.set(right);
		for (let g = 0; g <= lines; g++) {
			const [column, amount] = [this.solved[g], direction[g]];
			for (let j = 0; j <= n; j++) dp[j] -= amount * column[j];
		}
		for (let g = 0; g < lines; g++) {
			dW[g] = direction[g];
			de[g] = (de[g] - e[g] * dW[g]) / W[g];
			for (let j = 1, o = g * (n + 1) + 1; j <= n; j++, o++) {
				const over = up[j] * dp[j] - slopes[g] * down[j] * dp[j - 1];
				dphi[o] = theta[o] * (over + u[o] / rest[o] * dW[g] + shift[o]);
				drest[o] = dW[g] - dphi[o];
				du[o] = (du[o] - u[o] * drest[o]) / rest[o];
				dv[o] = (dv[o] - v[o] * dphi[o]) / phi[o];
			}
		}
		this.dnu = direction[lines];
		this.de0 = (missing - this.e0 * this.dnu) / this.nu;
		this.gather(dphi, dz);
		for (let j = 0; j <= n; j++) dz[j] += this.dnu + residual[j];
	}
	/** How far one can go before something becomes negative: in the primal, in the dual. */
	longest() {
		const most = (values, moves, limit) => {
			let step = limit;
			for (let o = 0; o < values.length; o++) if (values[o] + step * moves[o] < 0) step = -values[o] / moves[o];
			return step;
		};
		const alone = (value, move) => move < 0 ? -value / move : Infinity;
		let primal = most(this.p, this.dp, alone(this.e0, this.de0));
		primal = most(this.v, this.dv, most(this.u, this.du, most(this.e, this.de, Math.min(1.01, primal))));
		let dual = most(this.z, this.dz, alone(this.nu, this.dnu));
		dual = most(this.rest, this.drest, most(this.phi, this.dphi, most(this.W, this.dW, Math.min(1.01, dual))));
		return [Math.min(1, primal), Math.min(1, dual)];
	}
	move(primal, dual) {
		const add = (values, moves, by) => {
			for (let o = 0; o < values.length; o++) values[o] += by * moves[o];
		};
		add(this.p, this.dp, primal);
		add(this.e, this.de, primal);
		add(this.u, this.du, primal);
		add(this.v, this.dv, primal);
		this.e0 += primal * this.de0;
		add(this.z, this.dz, dual);
		add(this.W, this.dW, dual);
		add(this.phi, this.dphi, dual);
		add(this.rest, this.drest, dual);
		this.nu += dual * this.dnu;
	}
};
//#endregion
//#region src/bounds/optimal/line-weights.ts
/**
* The proof that follows from how much weight W each line gets; of the steepest, as much as it takes. Put the
* lines one after the other, each as long as its weight: at s, lambda(s) is the slope of the line that lies
* there, and P(s) its integral. A count i that is given all lines up to s_i has Phi_i = s_i and Psi_i =
* P(s_i). Its bracket in the certificate equals nu: from the outermost counts inwards that decides every s_i,
* below c as far as P(s_{i+1}) may grow, above c as far as s_i must grow. Both meet at c for one nu, the
* least that these weights prove. Where a curve has a corner, or y_i = slope x_i for many counts, a count's
* line is cut: it gets a part of the weight.
*/
var LineWeights = class {
	/** Where each line starts, and P there. */
	starts;
	heights;
	/** s_i from `first` to `last`. */
	reached;
	top = 0;
	slopeOfDifference = 0;
	nu = 0;
	constructor(observation, lines, window, weights, near) {
		this.observation = observation;
		this.lines = lines;
		this.window = window;
		const { slopes } = lines;
		this.starts = new Float64Array(slopes.length);
		this.heights = new Float64Array(slopes.length);
		for (let g = 1; g < slopes.length; g++) {
			const weight = Math.max(0, weights[g - 1]);
			this.starts[g] = this.starts[g - 1] + weight;
			this.heights[g] = this.heights[g - 1] + slopes[g - 1] * weight;
		}
		this.reached = new Float64Array(window.last - window.first + 1);
		this.solve(near);
	}
	/** What the weights prove, up to rounding; Infinity where they prove nothing. */
	bound() {
		const { lines, starts, top, nu } = this;
		if (!(nu <= 1)) return Infinity;
		let bound = nu;
		for (let g = 0; g < starts.length && starts[g] < top; g++) bound += lines.deltas[g] * (Math.min(starts[g + 1] ?? Infinity, top) - starts[g]);
		return bound;
	}
	/** The weight of every line but the steepest. */
	weights() {
		return this.starts.map((start, g) => g + 1 < this.starts.length ? this.starts[g + 1] - start : 0);
	}
	/** The lines with the weights of the counts. */
	tangents() {
		const { lines, starts, top, reached, window, observation } = this;
		const tangents = [];
		for (let g = 0; g < starts.length && starts[g] < top; g++) {
			const most = Math.min(starts[g + 1] ?? Infinity, top) - starts[g];
			const weights = [];
			for (let i = window.first; i <= window.last; i++) {
				const weight = Math.min(most, reached[i - window.first] - starts[g]);
				if (!(weight > 0)) continue;
				const end = i === window.last ? observation.guesses : i;
				const before = weights[weights.length - 1];
				if (before !== void 0 && before[1] === i - 1 && before[2] === weight) before[1] = end;
				else weights.push([
					i,
					end,
					weight
				]);
			}
			if (weights.length > 0) tangents.push({
				epsilon: lines.epsilons[g],
				delta: lines.deltas[g],
				weights
			});
		}
		return tangents;
	}
	/**
	* The nu at which both sides meet. Their difference rises with nu and is concave, so Newton's steps
	* approach from below; bisection where rounding spoils them.
	*/
	solve(near) {
		let [low, high] = [0, 1];
		let nu = Math.min(.5, Math.max(1e-290, near));
		for (let step = 0; step < 200; step++) {
			const difference = this.sweep(nu);
			if (difference >= 0) high = nu;
			else low = nu;
			const next = nu - difference / this.slopeOfDifference;
			const inside = next > low && next < high;
			const middle = low > 0 ? Math.sqrt(low * high) : Math.min(.01 * high, .5);
			const to = inside && next > .001 * nu ? next : middle;
			if (Math.abs(to - nu) <= 1e-12 * nu || high < 1e-290) break;
			nu = to;
		}
		for (let more = 1e-13; !(this.sweep(nu) >= 0) && nu < 1; more *= 4) nu = Math.min(1, nu * (1 + more));
		this.nu = this.sweep(nu) >= 0 ? nu : Infinity;
	}
	/** Decides every s_i for one nu; not negative where what c needs is within what it may have. */
	sweep(nu) {
		const { m, k, guesses: cPrime, correct: c } = this.observation;
		const { starts, heights, reached } = this;
		const { slopes } = this.lines;
		const { first, last } = this.window;
		const lines = slopes.length;
		const perX = (k - 1) * m;
		let g = 0;
		let s = 0;
		let rate = 0;
		for (let i = first - 1; i < c; i++) {
			const x = (cPrime - i) / perX;
			const y = i / m;
			const height = (nu + y * s) / x;
			while (g + 1 < lines && height > heights[g + 1]) g++;
			while (g > 0 && height < heights[g]) g--;
			rate = (1 + y * rate) / (x * slopes[g]);
			s = starts[g] + (height - heights[g]) / slopes[g];
			reached[i + 1 - first] = s;
		}
		const [allowed, allowedRate] = [s, rate];
		g = 0;
		const lastX = (cPrime - last) / perX;
		const lastY = last / m;
		while (g + 1 < lines && lastY * starts[g + 1] - lastX * heights[g + 1] < 1 - nu) g++;
		const alone = lastY - lastX * slopes[g];
		if (!(alone > 0)) {
			this.slopeOfDifference = NaN;
			return -Infinity;
		}
		s = starts[g] + (1 - nu - lastY * starts[g] + lastX * heights[g]) / alone;
		rate = -1 / alone;
		for (let i = last; i > c; i--) {
			reached[i - first] = s;
			const x = (cPrime - i + 1) / perX;
			const y = (i - 1) / m;
			rate = (x * slopes[g] * rate - 1) / y;
			s = (1 - nu + x * (heights[g] + slopes[g] * (s - starts[g]))) / y;
			while (g + 1 < lines && s > starts[g + 1]) g++;
			while (g > 0 && s < starts[g]) g--;
		}
		reached[c - first] = s;
		this.top = s;
		this.slopeOfDifference = allowedRate - rate;
		return allowed - s;
	}
};
//#endregion
//#region src/bounds/optimal/lines.ts
/** Slopes that differ by less, relatively, are one line's. */
const SAME$1 = 1e-9;
/** Where lines are looked for: so many x, spread evenly over the logarithm of this range. */
const PLACES$1 = 400;
const LEAST_X = 1e-9;
/** Epsilons are whole multiples of this: slopes that differ by rounding only are one tangent's. */
const GRAIN = 2 ** -36;
/** A tangent's epsilon: ln of the slope, rounded up, since a line through the origin must not get flatter. */
function epsilonOf(slope) {
	return Math.min(600, GRAIN * (Math.ceil(Math.max(0, ln(slope)) / GRAIN) + 1));
}
/** The delta that a certificate states: the curve's, with room for another machine's exponential. */
function statedDelta(f, epsilon) {
	return Math.min(1, f.delta(epsilon) * 1.00000000001);
}
/** The lines of these epsilons. */
function linesAt(f, epsilons) {
	const rising = [...new Set(epsilons)].sort((a, b) => a - b);
	const kept = rising.filter((epsilon, g) => g === 0 || epsilon - rising[g - 1] > SAME$1);
	return {
		epsilons: Float64Array.from(kept),
		slopes: Float64Array.from(kept, exp),
		deltas: Float64Array.from(kept, (epsilon) => statedDelta(f, epsilon))
	};
}
/**
* The epsilons of all lines of which a piecewise linear curve consists where a game can reach it; null where
* there are more than `most`: then the curve is as good as smooth.
*/
function straightLines(f, { m, k, guesses }, most) {
	const furthest = Math.min(1, guesses / ((k - 1) * m));
	const slopes = [];
	const add = (x) => {
		const slope = f.slope(x);
		if (slopes.every((other) => Math.abs(slope - other) > SAME$1 * other)) slopes.push(slope);
	};
	if (f.bends !== void 0) {
		const ends = [
			0,
			...f.bends.filter((x) => x < furthest),
			furthest
		];
		for (let i = 1; i < ends.length && slopes.length <= most; i++) add(.5 * (ends[i - 1] + ends[i]));
	} else for (let i = 0; i < PLACES$1 && slopes.length <= most; i++) add(furthest * exp(i / (PLACES$1 - 1) * ln(LEAST_X)));
	return slopes.length > most ? null : slopes.map((slope) => epsilonOf(slope));
}
//#endregion
//#region src/bounds/optimal/line-search.ts
/** Curves of at most so many straight pieces are solved with all their lines. */
const MOST_PIECES = 48;
/** Of other curves the tangents of nested sets are taken, so many at most. */
const MOST_LINES = 96;
/** How many rows the program may have: of a curve's own lines, and of tangents that only come close to it. */
const MOST_ROWS = 3e5;
const MOST_TANGENT_ROWS = 2e4;
/** An interior point needs every delta to be positive, in units of c' / m. */
const LEAST_DELTA = 1e-12;
/** Laws of a smooth curve with a tail below this are too small for the interior point. */
const LEAST_TAIL = 1e-10;
/** A line whose part of the bound is smaller is left out, if that proves no less. */
const IDLE = 1e-5;
/**
* Solves the program of the lines themselves. Nested sets with one tangent each do not reach the optimum of a
* curve with corners: at a corner, and along a straight piece, counts share a line's weight.
*/
function searchLines(observation, f, nested) {
	const straight = straightLines(f, observation, MOST_PIECES);
	if (straight === null && nested !== null && nested.law.tail < LEAST_TAIL) return null;
	const epsilons = straight ?? sampled(nested?.epsilons);
	if (epsilons.length === 0) return null;
	const mostRows = straight === null ? MOST_TANGENT_ROWS : MOST_ROWS;
	const lines = linesAt(f, epsilons);
	let best = null;
	for (let window = startingWindow(observation, nested?.window);;) {
		const size = window.last - window.first + 1;
		if (size * lines.slopes.length > mostRows) return best;
		best = bestOf(best, within(observation, lines, window));
		if (best === null || window.first === 1) return best;
		const wider = {
			...window,
			first: Math.max(1, window.first - size)
		};
		if (new LineWeights(observation, lines, wider, best.proof.weights(), best.bound).bound() > best.bound * .99999) return best;
		window = wider;
	}
}
function sampled(epsilons) {
	if (epsilons === void 0) return [];
	const stride = Math.ceil(epsilons.length / MOST_LINES);
	return Array.from(epsilons).filter((_, t) => t % stride === 0);
}
/** Where the law that is looked for has its counts: some deviations around c, and what the sets needed. */
function startingWindow({ guesses, correct }, nested) {
	const deviation = 1 + Math.sqrt(correct * (1 - correct / guesses));
	return {
		first: Math.max(1, Math.min(nested?.first ?? correct, Math.floor(correct - 8 * deviation))),
		last: Math.min(guesses, Math.max(nested?.last ?? correct, Math.ceil(correct + 7 * deviation)))
	};
}
function within(observation, lines, window) {
	const { m, k, guesses: cPrime, correct: c } = observation;
	const { first, last } = window;
	const size = last - first + 2;
	const exact = lines.deltas.map((delta) => delta * m / cPrime);
	const deltas = exact.map((delta) => Math.max(LEAST_DELTA, delta));
	const solved = solveLawProgram({
		up: Float64Array.from({ length: size }, (_, j) => (first - 1 + j) / cPrime),
		down: Float64Array.from({ length: size }, (_, j) => (cPrime - first - j + 2) / ((k - 1) * cPrime)),
		slopes: lines.slopes,
		deltas,
		tail: c - first + 1
	});
	if (solved === null) return null;
	const weights = solved.weights.map((weight) => weight * m / cPrime);
	const tail = solved.law.subarray(c - first + 1).reduce((sum, p) => sum + p, 0);
	const added = deltas.reduce((sum, delta, g) => sum + 2 * solved.weights[g] * (delta - exact[g]), 0);
	const attained = Math.max(0, tail - solved.excess - added);
	const proved = (given) => {
		const proof = new LineWeights(observation, lines, window, given, solved.nu);
		return {
			bound: proof.bound(),
			attained,
			proof
		};
	};
	const all = proved(weights);
	return bestOf(all, proved(weights.map((weight, g) => weight * lines.deltas[g] < IDLE * all.bound ? 0 : weight)));
}
function bestOf(a, b) {
	return a === null || b !== null && b.bound < a.bound ? b : a;
}
//#endregion
//#region src/bounds/optimal/damped-steps.ts
/**
* Damped steps between tangents. Two orders can lead to each other in turn, while the best tangents lie
* between theirs: so each coordinate moves all the way to its new value as long as the direction stays, and
* half as far each time the direction changes.
*/
var DampedSteps = class {
	at = new Float64Array(0);
	parts = new Float64Array(0);
	moves = new Float64Array(0);
	towards(target) {
		const { at, parts, moves } = this;
		const next = target.slice();
		const nextParts = new Float64Array(target.length).fill(1);
		const nextMoves = new Float64Array(target.length);
		for (let t = 0; t < Math.min(at.length, target.length); t++) {
			const move = target[t] - at[t];
			nextMoves[t] = move;
			nextParts[t] = move * moves[t] < 0 ? .5 * parts[t] : Math.min(1, 1.2 * parts[t]);
			next[t] = at[t] + nextParts[t] * move;
		}
		[this.at, this.parts, this.moves] = [
			next,
			nextParts,
			nextMoves
		];
		return next.slice();
	}
};
/**
* A side ends where its probability, relative to the sum so far, has fallen below this. If it rose again
* further out, up to something that counts, x(T_1) would have to be known to more digits than there are.
*/
const NEGLIGIBLE = 1e-12;
/** Below this relative step, a difference of two values is less accurate than a slope in the middle. */
const SHORT = 1e-7;
/** A mass that is surely too much. */
const PLENTY = 4;
/** The smallest ln x(T_1) that is tried; the largest is 0. */
const LEAST$1 = -690;
/**
* The extremal law whose sum comes closest to 1 from below, with counts added in the given order; beyond it,
* first those above. What is missing to 1 can be spread like blind guessing, which every curve allows.
*/
function extremalLaw(observation, f, order, near) {
	const excess = (start) => ln(Math.max(Number.MIN_VALUE, sumsFrom(observation, f, order, start).mass));
	const [low, high] = bracket(excess, near ?? typicalStart(observation), near === void 0 ? 1 : .01);
	if (low === LEAST$1 && excess(LEAST$1) >= 0) return lawFrom(observation, f, order, LEAST$1);
	const close = (a, b) => Math.abs(a - b) <= START_TOLERANCE;
	return lawFrom(observation, f, order, excess(high) >= 0 ? findSignChange(excess, high, low, close).hi : high);
}
/** How closely ln x(T_1) is found. */
const START_TOLERANCE = 1e-9;
/** ln x(T_1) for a probability of about 1 / (3 deviations) at c - 1. */
function typicalStart({ m, k, guesses: cPrime, correct: c }) {
	const deviation = 1 + Math.sqrt(c * (1 - c / cPrime));
	return Math.min(-1, ln((cPrime - c + 1) / ((k - 1) * m * 3 * deviation)));
}
/** Ends around `near` between which a rising function passes 0, in steps that grow; LEAST and 0 at most. */
function bracket(excess, near, width) {
	let [low, high] = [near, near];
	const below = !(excess(near) >= 0);
	for (let step = width; below ? high < 0 : low > LEAST$1; step *= 4) if (below) {
		low = high;
		high = Math.min(0, near + step);
		if (excess(high) >= 0) break;
	} else {
		high = low;
		low = Math.max(LEAST$1, near - step);
		if (!(excess(low) >= 0)) break;
	}
	return [low, high];
}
function lawFrom(observation, f, order, start) {
	const course = {
		sides: [],
		xs: [],
		left: [],
		right: []
	};
	const { mass, tail } = sumsFrom(observation, f, order, start, course);
	const { correct: c } = observation;
	return {
		start,
		first: c + 1 - course.left.length,
		last: c - 1 + course.right.length,
		sides: Uint8Array.from(course.sides),
		xs: Float64Array.from(course.xs),
		law: Float64Array.from([...course.left.reverse(), ...course.right]),
		mass,
		tail
	};
}
/**
* Adds counts one after the other from x(T_1) = e^start on; gives back the sum of p, and the part at c and
* above.
*/
function sumsFrom({ m, k, guesses: cPrime, correct: c }, f, order, start, course) {
	const perX = (k - 1) * m;
	let x = exp(start);
	let y = f.fBar(Math.min(1, x));
	let [a, b] = [c, c];
	let below = x * perX / (cPrime - c + 1);
	let above = y * m / c;
	let mass = below + above;
	let tail = above;
	course?.xs.push(x);
	course?.left.push(below);
	course?.right.push(above);
	let counted = false;
	for (let step = 0; course !== void 0 || mass < PLENTY; step++) {
		const counts = below >= NEGLIGIBLE * mass;
		counted ||= counts && a < c;
		const left = a > 1 && (counts || !counted && (k - 1) * (a - 1) > f.slope(x) * (cPrime - a + 2));
		const right = b < cPrime && (above >= NEGLIGIBLE * tail || f.slope(x) * (cPrime - b) > (k - 1) * (b + 1));
		if (!left && !right) break;
		const planned = step < order.length ? order[step] : right ? 1 : 0;
		const side = a === 1 ? 1 : b === cPrime ? 0 : planned;
		if (side === 0) {
			a--;
			const rise = a * below / m;
			const run = runFor(f, x, y, rise);
			x += run;
			y += rise;
			below = run * perX / (cPrime - a + 1);
			mass += below;
		} else {
			const run = (cPrime - b) * above / perX;
			const rise = riseFor(f, x, y, run);
			x += run;
			y += rise;
			b++;
			above = rise * m / b;
			mass += above;
			tail += above;
		}
		course?.sides.push(side);
		course?.xs.push(x);
		if (side === 0) course?.left.push(below);
		else course?.right.push(above);
	}
	return {
		mass,
		tail
	};
}
/** fBar(x + run) - y. */
function riseFor(f, x, y, run) {
	if (x + run >= 1) return Math.max(0, 1 - y);
	const short = run === 0 ? 0 : run * f.slope(x + .5 * run);
	return short < SHORT * y ? short : Math.max(0, f.fBar(x + run) - y);
}
/** fBarInv(y + rise) - x. */
function runFor(f, x, y, rise) {
	if (y + rise >= 1) return Math.max(0, 1 - x);
	if (rise >= SHORT * y) return Math.max(0, f.fBarInv(y + rise, x) - x);
	if (rise === 0) return 0;
	const guess = rise / f.slope(Math.min(1, x));
	return Math.min(1, rise / f.slope(Math.min(1, x + .5 * guess)));
}
//#endregion
//#region src/bounds/optimal/quick-curve.ts
/** Cells per factor e in x: cubics on cells this narrow follow a smooth curve to about 1e-8. */
const CELLS = 24;
/** Where a cubic misses the middle of its cell by more than this, relatively, the curve itself is asked. */
const MISS = 1e-6;
/** Numbers kept for each cell: its left end, its width, the cubic's four coefficients, its right end's y. */
const STRIDE$1 = 7;
/**
* fBar, its inverse and its slope along rising x at the price of a cubic: a search for good proofs asks for
* them millions of times, and needs neither the last digits nor their direction. Curves that bend are asked
* themselves around the bends.
*/
var QuickCurve = class {
	/** The cells in the order in which they were made, and where each number of a cell is found. */
	cells = new Float64Array(64 * STRIDE$1);
	places = /* @__PURE__ */ new Map();
	made = 0;
	/** The cell of the last question, as its number and as its place; a place below 0: no cubic there. */
	cell = NaN;
	place = -1;
	constructor(f) {
		this.f = f;
	}
	fBar(x) {
		this.seek(x);
		if (this.place < 0) return this.f.fBar(x);
		const { cells, place } = this;
		const t = (x - cells[place]) / cells[place + 1];
		return cells[place + 2] + t * (cells[place + 3] + t * (cells[place + 4] + t * cells[place + 5]));
	}
	slope(x) {
		this.seek(x);
		if (this.place < 0) return this.f.slope(x);
		const { cells, place } = this;
		const t = (x - cells[place]) / cells[place + 1];
		return (cells[place + 3] + t * (2 * cells[place + 4] + t * 3 * cells[place + 5])) / cells[place + 1];
	}
	fBarInv(y, from) {
		this.seek(from);
		for (;;) {
			const { cells, place } = this;
			if (place < 0) return this.f.fBarInv(y);
			if (y <= cells[place + 6]) break;
			if (this.cell >= -1) return this.f.fBarInv(y);
			this.enter(this.cell + 1);
		}
		const { cells, place } = this;
		const [c0, c1, c2, c3] = [
			cells[place + 2],
			cells[place + 3],
			cells[place + 4],
			cells[place + 5]
		];
		let t = (y - c0) / (cells[place + 6] - c0);
		for (let step = 0; step < 2; step++) t += (y - c0 - t * (c1 + t * (c2 + t * c3))) / (c1 + t * (2 * c2 + t * 3 * c3));
		return cells[place] + t * cells[place + 1];
	}
	seek(x) {
		const { cells, place } = this;
		if (place >= 0 && x >= cells[place] && x <= cells[place] + cells[place + 1]) return;
		if (place >= 0 && x > cells[place] && x <= cells[place] + 1.04 * cells[place + 1]) this.enter(this.cell + 1);
		else this.enter(x > 0 ? Math.floor(CELLS * ln(x)) : NaN);
	}
	enter(cell) {
		if (cell === this.cell) return;
		this.cell = cell;
		let place = this.places.get(cell);
		if (place === void 0) {
			place = this.make(cell);
			this.places.set(cell, place);
		}
		this.place = place;
	}
	make(cell) {
		if (!(cell < 0 && cell > -640 * CELLS)) return -1;
		const { f } = this;
		const [x0, x1] = [exp(cell / CELLS), exp((cell + 1) / CELLS)];
		const width = x1 - x0;
		const [y0, y1] = [f.fBar(x0), f.fBar(x1)];
		const [s0, s1] = [width * f.slope(x0), width * f.slope(x1)];
		const c2 = 3 * (y1 - y0) - 2 * s0 - s1;
		const c3 = s0 + s1 - 2 * (y1 - y0);
		const middle = y0 + .5 * (s0 + .5 * (c2 + .5 * c3));
		const missed = Math.abs(middle - f.fBar(x0 + .5 * width));
		if (!(s1 > 0 && s0 >= s1 && s0 <= 3 * (y1 - y0) && missed <= MISS * (y1 - y0))) return -1;
		const place = this.made++ * STRIDE$1;
		if (place + STRIDE$1 > this.cells.length) {
			const larger = new Float64Array(2 * this.cells.length);
			larger.set(this.cells);
			this.cells = larger;
		}
		this.cells.set([
			x0,
			width,
			y0,
			s0,
			c2,
			c3,
			y1
		], place);
		return place;
	}
};
//#endregion
//#region src/bounds/optimal/weights.ts
/**
* The weights that prove most with one tangent for each size of set, slopes[t - 1] for size t. phi_t(i) is
* W_t on T_t and 0 outside, so Phi_i and Psi_i are sums of W and slope W over the sets that contain i. From
* the largest set inwards, each count gives one equation: its bracket in the certificate equals nu. Below c
* the equation limits how far Psi may grow, above c it says how far Phi must grow. Whichever is reached first
* decides which count leaves the set. At c both meet, which decides nu. Null where no nu satisfies all of
* them.
*/
function solveWeights(observation, slopes, { first, last }, near) {
	const size = slopes.length;
	const weights = {
		values: new Float64Array(size),
		firsts: new Int32Array(size),
		lasts: new Int32Array(size),
		sides: new Uint8Array(size - 1)
	};
	const slack = 4 * (size + 64) * 2 ** -51;
	const excess = (logNu) => fill(observation, slopes, first, last, exp(logNu), slack, weights);
	if (!(excess(0) >= 0)) return null;
	let [low, high] = [LEAST, 0];
	if (near !== void 0) {
		const at = ln(near);
		if (at - .01 > LEAST && !(excess(at - .01) >= 0)) low = at - .01;
		if (at + .01 < 0 && excess(at + .01) >= 0) high = at + .01;
	}
	const logNu = low === LEAST && excess(LEAST) >= 0 ? LEAST : findSignChange(excess, high, low, 1e-11).lo;
	excess(logNu);
	return {
		...weights,
		nu: exp(logNu)
	};
}
/** The smallest ln nu that is tried. */
const LEAST = -690;
/** Fills in the weights for one nu; not negative where they are a proof. */
function fill({ m, k, guesses: cPrime, correct: c }, slopes, first, last, nu, slack, { values, firsts, lasts, sides }) {
	const perX = (k - 1) * m;
	let [a, b] = [first, last];
	let [phi, psi] = [0, 0];
	const needed = (i, psiNext) => m / i * (1 + slack) * (1 - nu + (cPrime - i) / perX * psiNext);
	let most = perX / (cPrime - first + 1) * nu * (1 - slack);
	let least = last === cPrime ? needed(last, 0) : NaN;
	for (let size = slopes.length;; size--) {
		const slope = slopes[size - 1];
		const left = (most - psi) / slope;
		const right = Number.isNaN(least) ? together(b, slope) : least - phi;
		firsts[size - 1] = a;
		lasts[size - 1] = b === last ? cPrime : b;
		if (size === 1) {
			values[0] = Math.max(0, right);
			return Number.isNaN(left - right) ? -Infinity : left - right;
		}
		const side = b === c || a < c && left <= right ? 0 : 1;
		const weight = Math.max(0, side === 0 ? left : right);
		values[size - 1] = weight;
		sides[size - 2] = side;
		phi += weight;
		psi += slope * weight;
		if (side === 0) {
			most = perX / (cPrime - a) * (a / m * phi + nu) * (1 - slack);
			a++;
		} else {
			b--;
			least = needed(b, psi);
		}
	}
	/** Counts beyond the largest set are treated like its last one: they are taken in together with it. */
	function together(i, slope) {
		const rate = i / m - (cPrime - i) / perX * slope;
		const missing = (1 + slack) * (1 - nu + (cPrime - i) / perX * psi) - i / m * phi;
		return rate > 0 ? missing / rate : Infinity;
	}
}
//#endregion
//#region src/bounds/optimal/nested-search.ts
/** When the search ends; wide laws take longer, and are followed less far. */
function patienceFor(width) {
	return width <= NARROW ? {
		close: 1e-6,
		progress: 1e-6,
		rounds: 10
	} : {
		close: 1e-5,
		progress: 3e-6,
		rounds: width <= 10 * NARROW ? 10 : 5
	};
}
/** How many rounds at most: wide laws gain little after the first rounds, and each costs more. */
const rounds = (width) => Math.max(4, Math.min(60, Math.round(4e4 / width)));
/** Laws of so many counts cost little. */
const NARROW = 400;
/** More tangents than this prove no more that could be seen. */
const MOST_TANGENTS = 1200;
/** How small nu can be made by sets that reach further below, as ln of a factor. */
const REACH = 22;
/**
* Alternates between an extremal law for some order of the counts, and weights for the tangents at its
* points, which prove a bound. The weights say which order would have been better; that one is tried next,
* until law and bound meet. On smooth curves that takes a few rounds. Null where the weights prove nothing.
*/
function searchNested(observation, f, { from, enough = 0, close }) {
	const quick = new QuickCurve(f);
	let law = extremalLaw(observation, quick, from?.sides ?? new Uint8Array(0), from?.start);
	let most = law;
	let best = null;
	let near;
	const steps = new DampedSteps();
	let patience = patienceFor(law.xs.length);
	for (let round = 1, idle = 0; idle < patience.rounds && round <= rounds(law.xs.length); round++, idle++) {
		if (most.tail > .9999999) break;
		const { window, slopes } = withReach(observation, quick, law);
		const epsilons = coarsened(steps.towards(slopes.map(epsilonOf)));
		const weights = solveWeights(observation, epsilons.map(exp), window, near);
		if (weights === null) break;
		near = weights.nu;
		const deltas = deltasOf(f, epsilons);
		let bound = weights.nu;
		for (let t = 0; t < deltas.length; t++) bound += weights.values[t] * deltas[t];
		if (best === null || bound < best.bound) {
			if (best === null || bound < best.bound * (1 - patience.progress)) idle = 0;
			best = {
				bound,
				law,
				window,
				epsilons,
				tangents: () => tangentsOf(weights, epsilons, deltas)
			};
		}
		if (best.bound - most.tail <= (close ?? patience.close) * best.bound) break;
		if (isSettled(best.bound, most.tail, enough)) break;
		law = extremalLaw(observation, quick, weights.sides, law.start);
		patience = patienceFor(law.xs.length);
		if (law.tail > most.tail * (1 + patience.progress)) idle = 0;
		if (law.tail > most.tail) most = law;
	}
	return {
		law: most,
		proof: best
	};
}
/** Whether the bound is surely below what is enough, or no bound can be; never where nothing is. */
function isSettled(bound, attained, enough) {
	return enough > 0 && (attained > enough || bound < .999 * enough);
}
/**
* The slopes at the points of a law, and beyond them the last one for as many counts below as a small nu
* takes: from nothing, what a count may have grows by y / (slope x) from each count to the next.
*/
function withReach({ k, guesses: cPrime }, quick, { xs, first, last }) {
	const end = Math.max(1, quick.slope(Math.min(1, xs[xs.length - 1])));
	let furthest = first;
	for (let reach = 0; furthest > 1 && reach < REACH; furthest--) {
		const growth = ln((furthest - 1) * (k - 1) / (end * (cPrime - furthest + 2)));
		if (!(growth > 1e-4)) break;
		reach += growth;
	}
	const slopes = new Float64Array(xs.length + first - furthest).fill(end);
	for (let t = 0; t < xs.length; t++) slopes[t] = quick.slope(Math.min(1, xs[t]));
	return {
		window: {
			first: furthest,
			last
		},
		slopes
	};
}
/** Few distinct epsilons in the place of many: each becomes the nearest of a grid. */
function coarsened(epsilons) {
	if (new Set(epsilons).size <= MOST_TANGENTS) return epsilons;
	let [least, most] = [Infinity, 0];
	for (const epsilon of epsilons) {
		least = Math.min(least, epsilon);
		most = Math.max(most, epsilon);
	}
	const step = (most - least) / MOST_TANGENTS;
	return epsilons.map((epsilon) => Math.min(most, least + step * Math.round((epsilon - least) / step)));
}
function deltasOf(f, epsilons) {
	const known = /* @__PURE__ */ new Map();
	return epsilons.map((epsilon) => {
		const delta = known.get(epsilon) ?? statedDelta(f, epsilon);
		known.set(epsilon, delta);
		return delta;
	});
}
/**
* One tangent for neighbouring sets of the same epsilon: a count's weight is the sum over the sets around it.
*/
function tangentsOf({ values, firsts, lasts }, epsilons, deltas) {
	const tangents = [];
	for (let from = 0, to = 0; from < values.length; from = to) {
		for (to = from + 1; to < values.length && epsilons[to] === epsilons[from];) to++;
		const below = [];
		const above = [];
		let weight = 0;
		for (let t = to - 1; t >= from; t--) {
			weight += values[t];
			if (!(weight > 0)) continue;
			const inner = t > from;
			const [low, high] = inner ? [firsts[t - 1], lasts[t - 1]] : [lasts[t] + 1, lasts[t]];
			if (low > firsts[t]) below.push([
				firsts[t],
				Math.min(low - 1, lasts[t]),
				weight
			]);
			if (inner && high < lasts[t]) above.push([
				high + 1,
				lasts[t],
				weight
			]);
		}
		if (weight > 0) tangents.push({
			epsilon: epsilons[from],
			delta: deltas[from],
			weights: [...below, ...above.reverse()]
		});
	}
	return tangents;
}
//#endregion
//#region src/bounds/optimal/search.ts
/**
* Nested sets that are not this close to what they attain, relatively, are followed by the lines' program.
*/
const NOT_CLOSE = 3e-4;
/** Of a curve that is not known to be piecewise linear the law lags behind the proof. */
const NOT_CLOSE_SMOOTH = .001;
/** Where no right guess is needed, every law will do. */
const NO_LAW = {
	start: 0,
	first: 1,
	last: 0,
	sides: new Uint8Array(0),
	xs: new Float64Array(0),
	law: new Float64Array(0),
	mass: 0,
	tail: 1
};
/**
* The smallest p-value that a valid test can report from an observation: the value of a linear program over
* all laws of the number of right guesses. It is found from both sides, by nested sets, and where the curve
* has corners by the program of its lines.
*/
function findOptimum(observation, f, options = {}) {
	const trivial = {
		observation,
		tangents: [],
		bound: 1
	};
	if (observation.correct === 0) return {
		certificate: trivial,
		law: NO_LAW,
		attained: 1
	};
	const { sides: _, ...both } = observation;
	const game = {
		...both,
		m: canariesInTheorem(observation)
	};
	const { law, proof } = searchNested(game, f, options);
	if (law.tail > .9999999) return {
		certificate: trivial,
		law,
		attained: 1
	};
	let found = {
		bound: proof?.bound ?? Infinity,
		attained: law.tail
	};
	let tangents = proof?.tangents;
	const close = Math.max(f.bends === void 0 ? NOT_CLOSE_SMOOTH : NOT_CLOSE, options.close ?? 0);
	if (!(proof !== null && found.bound - found.attained <= close * found.bound) && !isSettled(found.bound, found.attained, options.enough ?? 0)) {
		const lines = searchLines(game, f, proof);
		if (lines !== null) {
			if (lines.bound < found.bound) tangents = () => lines.proof.tangents();
			found = {
				bound: Math.min(found.bound, lines.bound),
				attained: Math.max(found.attained, Math.min(lines.attained, lines.bound))
			};
		}
	}
	const certificate = {
		observation,
		tangents: tangents?.() ?? []
	};
	const bound = provenBound(certificate);
	const attained = isSteepEverywhere(game, f) ? found.attained : allowedTail(game, f, law);
	return {
		certificate: {
			...certificate,
			bound
		},
		law,
		attained: Math.min(bound, attained)
	};
}
/**
* Whether fBar is steeper than 1 wherever the game can reach: x and y of all counts add up to at most c' / m,
* and a symmetric curve has slope 1 where they add up to 1. The lines of a proof are never flatter.
*/
function isSteepEverywhere({ m, guesses }, f) {
	return f.symmetric && guesses <= m;
}
/**
* The tail of a law that was found with lines of slope 1 and steeper, if flatter ones allow it too; else 0.
* Where y_i >= x_i for every i, they are about all counts together.
*/
function allowedTail({ m, k, guesses }, f, { first, law, mass, tail }) {
	const share = 1 / Math.max(1, mass);
	let mean = (1 - mass * share) * (guesses / k);
	for (let j = 0; j < law.length; j++) mean += law[j] * share * (first - 1 + j);
	const [x, y] = [(guesses - mean) / ((k - 1) * m), mean / m];
	return y <= f.fBar(Math.min(1, Math.max(0, x))) * 1.000000001 ? tail * share : 0;
}
//#endregion
//#region src/bounds/optimal/threshold.ts
/** The finest a search ends, relatively in t, and as a logarithm of the bound: proofs are hardly better. */
const FINEST = 4e-7;
const SAME_BOUND = 1e-7;
/** While a member's bound is this far from tau, as a logarithm, a proof need not be closer than ROUGH. */
const FAR = .01;
const ROUGH = .001;
/** How steeply ln of the bound rises with ln t, until two members tell. */
const USUAL_STEEPNESS = 10;
/** The first member that is tried beyond the most private one. */
const FIRST_STEP = 1e-9;
const MOST_STEPS = 60;
/**
* The least private member that is rejected, from `least` on, which Algorithm 3 rejects; null: it rejects
* none. `proved` is the bound of a member by a proof that starts afresh: the one that the answer has to stand
* up to. On the way each proof starts from the law of the one before.
*/
function optimalThreshold(observation, curve, tau, least, proved, { coarseCurve, limited = false, most = Infinity, tolerance = FINEST }) {
	const fresh = (t) => ln(tau) - ln(ifComputable(() => proved(curve(t)), Infinity));
	if (limited && fresh(Infinity) >= 0) return Infinity;
	if (least === null && !(fresh(0) >= 0)) return null;
	const fine = Math.max(FINEST, tolerance);
	let near = {
		t: least ?? 0,
		steepness: USUAL_STEEPNESS
	};
	if (coarseCurve !== void 0 && near.t > 0) near = approach(warmed(observation, coarseCurve, tau), near, most, fine);
	near = approach(isPure(curve(near.t)) ? fresh : warmed(observation, curve, tau), near, most, fine);
	const sure = least ?? 0;
	let { t } = near;
	let missing = t > sure ? -fresh(t) : 0;
	for (let step = fine + 1.2 * missing / near.steepness; missing > 0 && t > sure; step *= 3) {
		t = Math.max(sure, t * (1 - Math.min(.5, step)));
		missing = t > sure ? -fresh(t) : 0;
	}
	return t;
}
/** By how much members are rejected, each proof starting from the law of the one before. */
function warmed(observation, curve, tau) {
	let law;
	let last = Infinity;
	const measure = (f, options) => {
		const { certificate, law: found } = findOptimum(observation, f, {
			from: law,
			...options
		});
		law = found;
		return ln(tau) - ln(certificate.bound);
	};
	return (t) => {
		const f = ifComputable(() => curve(t), null);
		if (f === null) return -Infinity;
		if (Math.abs(last) > FAR) last = measure(f, { close: ROUGH });
		if (Math.abs(last) <= FAR) last = measure(f, {});
		return last;
	};
}
/**
* From a member to the last that is rejected: secant steps in ln t, within the bracket that is known. Stays
* where it is if not even that member is rejected.
*/
function approach(margin, { t: from, steepness: known }, most, tolerance) {
	let [low, high] = [from, Infinity];
	let steepness = known;
	let t = from;
	let value = from === 0 ? 0 : margin(from);
	if (!(value >= 0)) return {
		t: from,
		steepness
	};
	for (let step = 0; step < MOST_STEPS; step++) {
		if (high <= low * (1 + tolerance) || t > 0 && value >= 0 && value <= Math.max(SAME_BOUND, steepness * tolerance)) break;
		if (low >= most) return {
			t: most,
			steepness
		};
		const next = nextMember(t, value, steepness, low, Math.min(high, 4 * low + FIRST_STEP), most);
		const there = margin(next);
		const slope = (value - there) / (ln(next) - ln(t));
		if (slope > 0 && slope < Infinity && t > 0) steepness = Math.min(Math.max(slope, steepness / 8), 8 * steepness);
		[t, value] = [next, there];
		if (there >= 0) low = Math.max(low, next);
		else high = Math.min(high, next);
	}
	return {
		t: low,
		steepness
	};
}
/** Where the line through the last member meets 0, a little inside of it; the middle where that leads out. */
function nextMember(t, value, steepness, low, high, most) {
	const next = t * (1 + Math.max(-.5, value / steepness - .5 * FINEST));
	if (next > low && next < high) return Math.min(next, most);
	if (low === 0) return high;
	return Math.min(most, value >= 0 && high > 2 * low ? high : .5 * (low + high));
}
//#endregion
//#region src/bounds/optimal/optimal.ts
/**
* The optimal test: the smallest p-value that any valid test can report which rejects for large counts, from
* a verified certificate, and never larger than Algorithm 3's.
*/
const optimal = withTestedThreshold({
	method: "optimal",
	whyNot: () => null,
	remark(observation, f) {
		if (isPure(f) && observation.sides === void 0) return null;
		const { certificate, attained } = optimumOf(observation, f);
		if (certificate.bound <= attained * (1 + WORTH_SAYING)) return null;
		const proved = Math.min(provedPValue(observation, f), paperPValue(observation, f));
		if (proved <= attained * (1 + WORTH_SAYING) || proved <= 1e-300) return null;
		if (attained === 0) return `proved ${proved.toPrecision(4)}: the optimum may be smaller`;
		const proof = observation.sides === void 0 ? "proof" : "proof by Theorem 1";
		return `proved ${proved.toPrecision(4)}, while no ${proof} can be below ${attained.toPrecision(4)}: the optimum lies between`;
	},
	pValue(observation, f) {
		checkObservation(observation);
		const other = paperPValue(observation, f);
		if (other <= 1e-300) return other;
		return Math.min(provedPValue(observation, f), other);
	},
	rejects(observation, f, tau) {
		checkObservation(observation);
		checkTau(tau);
		if (tau < 1e-300) return false;
		if (algorithm3(observation, f, tau) > 1) return true;
		if (isPure(f)) return provedPValue(observation, f) <= tau;
		return (optima.get(f)?.peek(JSON.stringify(observation)) ?? findOptimum(observation, f, { enough: tau })).certificate.bound <= tau;
	},
	threshold(observation, curve, tau, hints = {}) {
		checkObservation(observation);
		checkTau(tau);
		if (tau < 1e-300) return null;
		const least = paperThreshold(observation, curve, tau, hints);
		if (least === Infinity || observation.correct === observation.guesses) return least;
		return optimalThreshold(observation, curve, tau, least, (f) => provedPValue(observation, f), hints);
	}
});
/** From this relative distance between proof and attained value on, the result says so. */
const WORTH_SAYING = .01;
function provedPValue(observation, f) {
	const proved = isPure(f) ? pureTail(observation, f.guarantee?.[0] ?? 0) : optimumOf(observation, f).certificate.bound;
	return proved < 1e-300 ? Number.MIN_VALUE : proved;
}
/** One question about a curve is often followed by the next: what was proved, and how good that is. */
const optima = /* @__PURE__ */ new WeakMap();
function optimumOf(observation, f) {
	const known = optima.get(f) ?? new LastUsed(4);
	optima.set(f, known);
	return known.get(JSON.stringify(observation), () => findOptimum(observation, f));
}
/**
* A certificate for one curve.
*
* @example
* const certificate = certify({ m: 1000, guesses: 100, correct: 90 }, tradeOff('gaussian(sigma=4)'));
*/
function certify(counts, f) {
	const observation = observationOf(counts);
	return optimumOf(observation, testedCurve(observation, f)).certificate;
}
//#endregion
//#region src/bounds/paper.ts
/** The paper's test, Algorithm 3: any curve, any k, with abstention. */
const paper = withTestedThreshold({
	method: "paper",
	whyNot: () => null,
	pValue(observation, f) {
		checkObservation(observation);
		return paperPValue(observation, f);
	},
	rejects(observation, f, tau) {
		checkObservation(observation);
		checkTau(tau);
		return tau >= 1e-300 && algorithm3(observation, f, tau) > 1;
	},
	threshold(observation, curve, tau, along) {
		checkObservation(observation);
		checkTau(tau);
		return tau >= 1e-300 ? paperThreshold(observation, curve, tau, along) : null;
	}
});
//#endregion
//#region src/bounds/steinke.ts
/** Covers the error of the binomial tails, ten times over. */
const UP = 1.0000000001;
/**
* P[correct >= v] for an (epsilon, delta)-DP mechanism and r guesses on m canaries is at most
* F(v) + 2 m delta max_i (F(v - i) - F(v)) / i, F(t) = P[Bin(r, e^epsilon / (1 + e^epsilon)) >= t]
* (Steinke, Nasr and Jagielski, 2023).
*/
function steinkePValue({ m, guesses: r, correct: v }, epsilon, delta) {
	const q = 1 / (1 + exp(-epsilon));
	const rest = exp(-epsilon) / (1 + exp(-epsilon));
	const bound = (exp(logBinomialTail(r, q, v, rest)) + (delta === 0 || v === 0 ? 0 : 2 * m * delta * steepestMean(r, v, q, rest))) * UP;
	return bound < 1e-300 ? Number.MIN_VALUE : Math.min(1, bound);
}
/**
* max over 1 <= i <= v of (F(v - i) - F(v)) / i, the largest mean of the probabilities just below v. They
* rise towards the mode and fall beyond it, so the mean does not rise again once a probability beyond the
* mode falls below it.
*/
function steepestMean(n, v, p, q) {
	const top = Math.min(v - 1, Math.ceil(n * p + 20 * Math.sqrt(n * p * q) + 20));
	let sum = top < v - 1 ? binomialTail(n, p, top + 1, q) - binomialTail(n, p, v, q) : 0;
	let term = binomialPmf(n, p, top, q);
	let best = 0;
	for (let x = top; x >= 0; x--) {
		sum += term;
		const mean = sum / (v - x);
		if (mean > best) best = mean;
		if (x < n * p && term < .5 * mean) break;
		term *= x / (n - x + 1) * (q / p);
	}
	return best;
}
function guaranteeOf(f) {
	if (f.guarantee === void 0) throw new InvalidInput(notAGuarantee(f));
	return f.guarantee;
}
function notAGuarantee({ name }) {
	return `method steinke tests (epsilon, delta) hypotheses only, not ${name}`;
}
/** The (epsilon, delta) baseline for membership, k = 2. */
const steinke = withTestedThreshold({
	method: "steinke",
	whyNot(observation, f) {
		if (observation.k !== 2) return `method steinke needs two options per canary, not ${observation.k}`;
		return f.guarantee === void 0 ? notAGuarantee(f) : null;
	},
	pValue(observation, f) {
		checkMembership(observation);
		const [epsilon, delta] = guaranteeOf(f);
		return steinkePValue(observation, epsilon, delta);
	},
	rejects(observation, f, tau) {
		checkTau(tau);
		return tau >= 1e-300 && this.pValue(observation, f) <= tau;
	},
	threshold(observation, curve, tau) {
		checkTau(tau);
		const excess = (t) => ln(tau) - ln(this.pValue(observation, curve(t)));
		if (tau < 1e-300 || excess(0) < 0) return null;
		let outside = 1;
		while (excess(outside) >= 0) outside *= 2;
		return findSignChange(excess, 0, outside).lo;
	}
});
function checkMembership(observation) {
	checkObservation(observation);
	if (observation.k !== 2) throw new InvalidInput(`invalid options; method steinke needs 2: ${observation.k}`);
}
//#endregion
//#region src/bounds/evidence/bets.ts
/** Bets smaller than this are not made. */
const LEAST_SHARE = .001;
/** The iteration has ended when no bet is worth more than this times what it costs. */
const ENOUGH = 1.0000001;
const MOST_ROUNDS = 2e4;
/**
* The bets that let evidence grow fastest under the violation: they maximise E[ln e(N)] for e(n) = heldBack +
* sum over reach <= n of share / price (Cover's iteration, 1984: every share is multiplied by what it is
* worth on average, and the mean grows in each round). With probability `lost` a run is taken to show
* nothing whatever the truth is, so that something is always held back.
*/
function fastestBets(offers, lost) {
	const useful = offers.filter(({ price }) => price < 1);
	let bets = iterate(useful, {
		heldBack: .5,
		on: useful.map(({ reach }) => [reach, .5 / useful.length])
	}, lost);
	const kept = useful.filter((_, i) => bets.on[i][1] >= LEAST_SHARE);
	if (kept.length < useful.length) {
		const on = bets.on.filter(([, share]) => share >= LEAST_SHARE);
		const rest = on.reduce((sum, [, share]) => sum + share, bets.heldBack);
		bets = {
			heldBack: bets.heldBack / rest,
			on: on.map(([reach, share]) => [reach, share / rest])
		};
		bets = iterate(kept, bets, lost);
	}
	return {
		...bets,
		heldBack: 1 - bets.on.reduce((sum, [, share]) => sum + share, 0)
	};
}
/** E[ln e(N)] under the violation: how much evidence grows in a run, in nats. */
function growthOf(offers, { heldBack, on }) {
	const bought = on.flatMap(([reach, share]) => {
		const offer = offers.find((each) => each.reach === reach);
		return offer === void 0 ? [] : [{
			...offer,
			share
		}];
	});
	let paid = heldBack;
	let growth = (1 - (bought[0]?.chance ?? 0)) * ln(heldBack);
	bought.forEach(({ share, price, chance }, i) => {
		paid += share / price;
		growth += (chance - (bought[i + 1]?.chance ?? 0)) * ln(paid);
	});
	return growth;
}
function iterate(offers, start, lost) {
	const n = offers.length;
	const shares = Float64Array.from(start.on, ([, share]) => share);
	let { heldBack } = start;
	const between = offers.map(({ chance }, i) => (1 - lost) * (chance - (offers[i + 1]?.chance ?? 0)));
	const nothing = lost + (1 - lost) * (1 - (offers[0]?.chance ?? 0));
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const paid = new Float64Array(n);
		for (let i = 0, sum = heldBack; i < n; i++) paid[i] = sum += shares[i] / offers[i].price;
		let tail = 0;
		let best = 0;
		for (let i = n - 1; i >= 0; i--) {
			tail += between[i] / paid[i];
			const worth = tail / offers[i].price;
			shares[i] *= worth;
			best = Math.max(best, worth);
		}
		const worth = tail + nothing / heldBack;
		heldBack *= worth;
		if (Math.max(best, worth) < ENOUGH) break;
	}
	return {
		heldBack,
		on: offers.map(({ reach }, i) => [reach, shares[i]])
	};
}
//#endregion
//#region src/bounds/verify.ts
/** Throws unless every tangent lies above the curve that is tested. */
function checkTangents(tangents, tested) {
	tangents.forEach(({ epsilon, delta }, g) => {
		const least = tested.delta(epsilon);
		if (delta < least) throw new InvalidInput(`invalid tangent ${g + 1}; at epsilon ${epsilon} the curve of ${quoted(tested.name)} needs delta ${least} or more: ${delta}`);
	});
}
//#endregion
//#region src/bounds/evidence/payoff.ts
/**
* No bet costs less: a price may always be higher than the p-value, and what pays more than this cannot be
* added up to a proof in doubles.
*/
const LEAST_PRICE = 1e-8;
/** The price of a bet whose chance to be won is at most `pValue` if the curve holds. */
function priceOf(pValue) {
	return Math.max(LEAST_PRICE, pValue);
}
/** What is paid: e(n) = heldBack + sum over reach <= n of share / price. Rounded down. */
function payoffOf({ heldBack, on }, prices) {
	return {
		base: heldBack,
		steps: on.map(([reach, share], i) => [reach, share / prices[i]])
	};
}
/** E[e(N)], where P[N >= reach] of each step is `reached`: 0 or 1 unless equal scores left a choice. */
function paidFor({ base, steps }, reached) {
	return steps.reduce((sum, [, height], i) => sum + reached[i] * height, base) * .999999999999;
}
/**
* Prices of bets against a curve with one proof for all of them: the certificates of the single bets, each
* weighed by what it pays, added up. The prices are what the proofs allow, raised where rounding asks for it.
*/
function certifiedPayoff(game, bets, f) {
	const proofs = bets.on.map(([reach]) => certify({
		...game,
		correct: reach
	}, f));
	let prices = proofs.map(({ bound }) => priceOf(bound));
	for (let room = 1e-12;; room *= 10) {
		const payoff = payoffOf(bets, prices);
		const tangents = payoff.steps.flatMap(([, height], i) => scaled(proofs[i].tangents, height));
		const bound = provenMean(game, payoff, tangents);
		if (bound <= 1) return {
			game,
			payoff,
			tangents,
			bound
		};
		prices = prices.map((price) => price * bound * (1 + room));
	}
}
/**
* Proves a payoff that was fixed before; null where the proofs that can be found do not suffice, as those of
* another version of this program may not.
*/
function certifyPayoff(game, payoff, f) {
	const tangents = payoff.steps.flatMap(([reach, height]) => scaled(certify({
		...game,
		correct: reach
	}, f).tangents, height));
	const bound = provenMean(game, payoff, tangents);
	return bound <= 1 ? {
		game,
		payoff,
		tangents,
		bound
	} : null;
}
/** What the certificate of a payoff proves; throws where it is not about the curve. */
function provenPayoff({ game, payoff, tangents }, f) {
	checkObservation({
		...game,
		correct: 0
	});
	checkTangents(tangents, testedCurve({
		...game,
		correct: 0
	}, f));
	return provenMean(game, payoff, tangents);
}
function scaled(tangents, by) {
	return tangents.map(({ epsilon, delta, weights }) => ({
		epsilon,
		delta,
		weights: weights.map(([first, last, weight]) => [
			first,
			last,
			weight * by
		])
	}));
}
//#endregion
//#region src/bounds/index.ts
/** Every bound by its name. */
const BOUNDS = {
	paper,
	optimal,
	steinke
};
//#endregion
//#region src/audit/remember.ts
const MOST = 2e4;
const known = /* @__PURE__ */ new WeakMap();
/** What was computed of a curve before: audits of many runs of one design ask the same again and again. */
function remembered(f, key, compute) {
	const ofCurve = known.get(f) ?? /* @__PURE__ */ new Map();
	known.set(f, ofCurve);
	if (ofCurve.has(key)) return ofCurve.get(key);
	const found = compute();
	if (ofCurve.size >= MOST) ofCurve.clear();
	ofCurve.set(key, found);
	return found;
}
//#endregion
//#region src/audit/resolve-claim.ts
/**
* The curve that a game tests. Membership compares a canary in with the same canary out, so it tests
* add-remove claims as they stand. Reconstruction compares one candidate with another, so an add-remove claim
* is tested as what it implies for exchanging a record.
*/
function resolveClaim(text, game) {
	const { relation } = parseClaim(text);
	const stated = tradeOff(text);
	const notes = stated.note === void 0 ? [] : [stated.note];
	if (game === "reconstruction") {
		if (relation === "add-remove") notes.push("candidates are compared with each other, so the claim is tested as what it implies for exchanging a record: fBar(fBar(x))");
		return {
			name: stated.name,
			stated,
			tested: exchangeCurve(stated),
			notes
		};
	}
	if (relation === "replace") throw new InvalidInput(`${quoted(stated.name)} is about exchanging a record, but membership scores compare a canary in with the same canary out: claim add-remove`);
	return {
		name: stated.name,
		stated,
		tested: stated,
		notes
	};
}
/** The curve for exchanging a record, computed once for each curve. */
function exchangeCurve(f) {
	return remembered(f, "exchange", () => toReplace(f));
}
//#endregion
//#region src/audit/plan/design.ts
function membership(m, { claim, model, violation }, sides = "both") {
	const [expected, broken] = [rankedGuesses(m, model, sides), rankedGuesses(m, violation, sides)];
	return {
		tested: tradeOff(claim),
		fraction: expected.fraction,
		violationFraction: broken.fraction,
		chance: expected.chance,
		violationChance: broken.chance
	};
}
/**
* Guesses by rank on m independent canaries. Each is as good as its order of neighbours allows: the record in
* against it out, or the reverse.
*
* Of n guesses at one end, given the score of the canary next to them, each is right with the same chance,
* independently: that of the end beyond this score. Its share of all scores has the law Beta(n + 1, m - n).
* So the number of right ones is binomial with a chance that varies a little, which three nodes with the
* weights of Gauss and Hermite stand for.
*/
function rankedGuesses(m, text, sides) {
	const f = tradeOff(text);
	const atShare = (side, share) => {
		const one = f.oneWay?.(side) ?? f;
		return expectedFraction((x) => one.fBar(x), share, "one");
	};
	const ends = sides === "both" ? ["in", "out"] : [sides];
	const chances = /* @__PURE__ */ new Map();
	const varying = (guesses) => {
		const share = (guesses / ends.length + 1) / (m + 1);
		const step = Math.sqrt(3 * share * (1 - share) / (m + 2));
		let [mean, variance] = [0, 0];
		for (const side of ends) {
			const at = (x) => atShare(side, Math.min(1, Math.max(x, .01 * share)));
			const [low, middle, high] = [
				at(share - step),
				at(share),
				at(share + step)
			];
			const average = (low + 4 * middle + high) / 6;
			mean += average / ends.length;
			const meanSquare = (low * low + 4 * middle * middle + high * high) / 6;
			variance += Math.max(0, meanSquare - average * average) / (ends.length * ends.length);
		}
		return [mean, Math.sqrt(3 * variance)];
	};
	return {
		fraction: (guesses) => {
			const share = guesses / ends.length / m;
			return ends.reduce((sum, side) => sum + atShare(side, share), 0) / ends.length;
		},
		chance: (guesses, atLeast) => {
			const [mean, spread] = chances.get(guesses) ?? varying(guesses);
			chances.set(guesses, [mean, spread]);
			const at = (p) => binomialTail(guesses, Math.min(1, Math.max(0, p)), atLeast);
			return (at(mean - spread) + 4 * at(mean) + at(mean + spread)) / 6;
		}
	};
}
/** Candidates that are orthogonal in a noisy sum. */
function reconstruction(m, k, { claim, model, violation }) {
	const fraction = (text) => {
		const mu = orthogonalExchangeMu(parseClaim(text));
		if (mu === null) throw new InvalidInput(`cannot plan a choice among ${k} candidates for ${quoted(text)}; how many guesses are right is known for Gaussian claims only: state a Gaussian model and violation`, ["model", "violation"]);
		if (mu === 0) return 1 / k;
		return idealFraction({
			sigma: 1 / mu,
			m,
			guesses: m,
			k
		});
	};
	const [right, broken] = [fraction(model), fraction(violation)];
	return {
		tested: exchangeCurve(tradeOff(claim)),
		fraction: () => right,
		violationFraction: () => broken,
		chance: (guesses, atLeast) => binomialTail(guesses, right, atLeast),
		violationChance: (guesses, atLeast) => binomialTail(guesses, broken, atLeast)
	};
}
//#endregion
//#region src/audit/epsilon/through-replace.ts
/**
* A family about adding and removing, tested on exchanges; its epsilon stays that of adding and removing.
* Every curve of it is mapped, those for the first steps of a search too.
*/
function throughReplace({ guarantee: _, search, ...members }) {
	return {
		...members,
		at: (parameter) => exchanged(members.at(parameter)),
		...search === void 0 ? {} : { search: {
			...search,
			coarseCurve: (t) => exchanged(search.coarseCurve(t))
		} }
	};
}
function exchanged(f) {
	return f.relation === "replace" ? f : {
		...toReplace(f),
		epsilon: f.epsilon,
		epsilonLower: f.epsilonLower
	};
}
//#endregion
//#region src/audit/plan/model.ts
/** How much less private than the claim a stated model may be: noise is written with few digits. */
const ROUNDED = .01;
/**
* The mechanism that a plan takes to be running: as stated, or the usual one of the claim. It decides how
* many guesses are made and what is expected of them, never what is tested.
*/
function modelOf(claim, stated, delta = 1e-5) {
	const parsed = parseClaim(claim);
	if (stated === void 0) return printClaim(usualModel(parsed));
	const model = parseClaim(stated);
	if (model.relation !== parsed.relation) throw new InvalidInput(`invalid model; must be about the same neighbours as the claim (${parsed.relation}): ${printClaim(model)}`);
	const f = tradeOff(printClaim(parsed));
	const at = f.guarantee !== void 0 && f.guarantee[1] > 0 ? f.guarantee[1] : delta;
	const [spent, claimed] = [tradeOff(printClaim(model)).epsilonLower(at), f.epsilon(at)];
	if (spent > claimed * (1 + ROUNDED) + .001) throw new InvalidInput(`invalid model; must keep the claim: at delta ${at} ${printClaim(model)} has epsilon ${spent.toPrecision(4)}, ${f.name} ${claimed.toPrecision(4)}`);
	return printClaim(model);
}
//#endregion
//#region src/audit/plan/violation.ts
/**
* The violation to plan against: as written, or a stated model with half its noise, or the usual one of the
* claim.
*/
function violationOf(claim, stated, model) {
	const found = violationOrNull(claim, stated, model);
	if (found === null) throw new InvalidInput(`no usual violation of ${quoted(model ?? claim)}; state one`, ["violation"]);
	return found;
}
/** The same, or null where none is stated and none is usual: perfect privacy has no noise to halve. */
function violationOrNull(claim, stated, model) {
	if (stated !== void 0) return printClaim(parseClaim(stated));
	const usual = model === void 0 ? usualViolation(parseClaim(claim)) : weakened(parseClaim(model));
	return usual === null ? null : printClaim(usual);
}
//#endregion
//#region src/audit/epsilon/over-families.ts
/**
* What is searched unless it is stated: Gaussians, all mechanisms, and of a DP-SGD claim its own kind.
*
* @example
* usualFamilies(null, [1e-5]); // ['gaussian', 'approx-dp(delta=1e-5)']
*/
function usualFamilies(claim, deltas) {
	const own = claim === null ? null : ownFamily(claim);
	return [
		"gaussian",
		...deltas.map((delta) => `approx-dp(delta=${printNumber(delta)})`),
		...own === null ? [] : [own]
	];
}
/** A family as the game compares its members. */
function familyInGame(text, game) {
	const stated = family(text);
	if (game === "reconstruction") return throughReplace(stated);
	if (parseFamily(text).claim.relation === "replace") throw new InvalidInput(`${quoted(stated.name)} is about exchanging a record, but membership scores compare a canary in with the same canary out: search an add-remove family`);
	return stated;
}
//#endregion
//#region src/audit/epsilon/epsilon-certificate.ts
/** The curve of a claim for the neighbours that were compared. */
function curveInGame(claim, relation) {
	const f = tradeOff(claim);
	return relation === "replace" ? exchangeCurve(f) : f;
}
//#endregion
//#region src/audit/ledger/design.ts
/**
* Real attacks show a part of what the best one would. So bets are made for the whole effect of the violation
* and for parts of it, and each set of bets has its share of the evidence: being ready for less costs no more
* than that share, once.
*/
const STRENGTHS = [
	[1, 2],
	[.7, 1],
	[.4, 1]
];
/** A part of the violation that lets evidence grow by less than this share of the whole is left out. */
const SLOW = .05;
/** One run in so many is taken to show nothing, whatever the truth: so much is held back at least, nearly. */
const LOST = .02;
/** Bets that are won more often than this if the claim holds are not worth making. */
const DEAR = .98;
/** Where bets are offered, in standard deviations around the expected number of right guesses. */
const PLACES = [
	-4,
	-3.5,
	-3,
	-2.5,
	-2,
	-1.5,
	-1,
	-.5,
	0,
	.5,
	1,
	1.5,
	2,
	2.5,
	3
];
const FEW_PLACES = [
	-2.5,
	-1.75,
	-1,
	-.5,
	0,
	.5,
	1,
	1.75
];
/**
* Fixes a ledger: guesses, and the bets with which evidence against the claim grows fastest if the violation
* is what runs. Nothing here affects validity: that rests on the prices, which are p-values of the claim.
*
* @example
* const ledger = newLedger({ claim: 'gaussian(sigma=1)', m: 1000 });
*/
function newLedger(options) {
	const { m, k = 2, sides, lowerIsIn, tau = .05, delta = 1e-5, method = "optimal" } = options;
	checkWhole("canaries", m, 1, MOST_CANARIES);
	checkWhole("options", k, 2);
	checkTau(tau);
	checkDelta(delta);
	checkSides(sides);
	if (method !== "optimal" && method !== "paper") throw new InvalidInput(`invalid method; must be optimal or paper: ${method}`);
	if (k > 2 && (sides ?? "both") !== "both") throw new InvalidInput(`invalid sides; a choice among candidates has no in and out: ${sides}`);
	const game = k === 2 ? "membership" : "reconstruction";
	const claim = printClaim(parseClaim(options.claim));
	const { tested } = resolveClaim(claim, game);
	const families = (options.families ?? usualFamilies(claim, [delta])).map((text) => {
		familyInGame(text, game);
		return printFamily(parseFamily(text));
	});
	const violation = violationOf(claim, options.violation);
	const texts = {
		claim,
		model: modelOf(claim, void 0, delta),
		violation
	};
	const design = k === 2 ? membership(m, texts, sides) : reconstruction(m, k, texts);
	const gameOf = (guesses) => ({
		m,
		k,
		guesses,
		...oneSide(sides)
	});
	const numbers = options.guesses ?? [bestNumber(m, k, sides, (n) => quickGrowth(gameOf(n), tested, design, method))];
	checkNumbers(numbers, m, sides);
	return {
		claim,
		game,
		m,
		k,
		...k === 2 ? {
			sides: sides ?? "both",
			lowerIsIn: lowerIsIn ?? false
		} : {},
		tau,
		delta,
		method,
		families,
		violation,
		products: numbers.flatMap((n) => productsOf(gameOf(n), tested, design, method, violation, numbers.length))
	};
}
/** The game of one number of guesses. */
function gameOfProduct({ m, k, sides }, { guesses }) {
	return {
		m,
		k,
		guesses,
		...oneSide(sides)
	};
}
/** What a run pays, against the claim. */
function payoffOfProduct({ heldBack, bets }) {
	return {
		base: heldBack,
		steps: bets.map(({ reach, share, price }) => [reach, share / price])
	};
}
function checkNumbers(numbers, m, sides = "both") {
	if (numbers.length === 0) throw new InvalidInput("invalid guesses; must be at least one number");
	for (const n of numbers) checkWhole("guesses", n, 1, m);
	if (new Set(numbers).size < numbers.length) throw new InvalidInput("invalid guesses; each number once");
	if (m === 1 || sides !== "both" && numbers.includes(m)) throw new InvalidInput(`invalid guesses; all ${m} canaries would be called ${sides === "out" ? "out" : "in"}, whatever their scores`);
}
function productsOf(game, f, design, method, violation, numbers) {
	const made = STRENGTHS.flatMap(([strength, parts]) => {
		const offers = offersOf(game, f, fractionAt(design, game.guesses, strength), PLACES, method);
		const bets = fastestBets(offers, LOST);
		const own = growthOf(offers, bets);
		return bets.on.length > 0 && own > 0 ? [{
			strength,
			parts,
			bets,
			own
		}] : [];
	});
	const [whole] = made;
	if (whole?.strength !== 1) throw new InvalidInput(`no bet is worth making; among ${game.m} canaries ${violation} looks like the claim, with ${game.guesses} ${game.guesses === 1 ? "guess" : "guesses"}: state a worse violation, or plant more canaries`, ["violation", "canaries"]);
	const kept = made.filter(({ own }) => own >= SLOW * whole.own);
	const total = numbers * kept.reduce((sum, { parts }) => sum + parts, 0);
	const fraction = design.violationFraction(game.guesses);
	return kept.map(({ strength, parts, bets }) => {
		const prices = pricesOf(game, bets, f, method);
		const bought = bets.on.map(([reach], i) => ({
			reach,
			price: prices[i],
			chance: binomialTail(game.guesses, fraction, reach)
		}));
		return {
			guesses: game.guesses,
			strength,
			weight: parts / total,
			heldBack: bets.heldBack,
			bets: bets.on.map(([reach, share], i) => ({
				reach,
				share,
				price: prices[i]
			})),
			growth: growthOf(bought, bets)
		};
	});
}
/** The share of right guesses that an attack gets which shows a part of the violation's effect. */
function fractionAt(design, guesses, strength) {
	const honest = design.fraction(guesses);
	return honest + strength * (design.violationFraction(guesses) - honest);
}
/** Prices that a certificate proves all at once, or those of Algorithm 3. */
function pricesOf(game, bets, f, method) {
	if (method === "paper") return bets.on.map(([reach]) => priceOf(BOUNDS.paper.pValue({
		...game,
		correct: reach
	}, f)));
	const { steps } = certifiedPayoff(game, bets, f).payoff;
	return bets.on.map(([, share], i) => share / steps[i][1]);
}
function offersOf(game, f, fraction, places, method) {
	const { guesses } = game;
	const spread = Math.sqrt(guesses * fraction * (1 - fraction));
	return [...new Set(places.map((z) => Math.min(guesses, Math.max(1, Math.round(guesses * fraction + z * spread)))))].sort((a, b) => a - b).map((reach) => ({
		reach,
		price: priceOf(BOUNDS[method].pValue({
			...game,
			correct: reach
		}, f)),
		chance: binomialTail(guesses, fraction, reach)
	})).filter(({ price }) => price <= DEAR);
}
/** About how much evidence grows in a run, from few bets. */
function quickGrowth(game, f, design, method) {
	const offers = offersOf(game, f, design.violationFraction(game.guesses), FEW_PLACES, method);
	return growthOf(offers, fastestBets(offers, LOST));
}
/**
* Of even numbers that are evenly spread over the logarithm, the one at which the growth is largest: first
* among every third, then among its neighbours.
*/
function bestNumber(m, k, sides = "both", growth) {
	if (k > 2) return m;
	const most = sides === "both" ? m : Math.ceil(m / 2);
	const spread = /* @__PURE__ */ new Set();
	for (let t = ln(8); t < ln(most); t += .25) spread.add(2 * Math.round(exp(t) / 2));
	const numbers = [...spread].filter((n) => n < most).concat(most);
	const known = /* @__PURE__ */ new Map();
	const at = (i) => {
		const found = known.get(i) ?? growth(numbers[i]);
		known.set(i, found);
		return found;
	};
	const best = (indices) => indices.reduce((a, b) => at(b) > at(a) ? b : a);
	const every = numbers.map((_, i) => i);
	const near = best(every.filter((i) => i % 3 === 0 || i === numbers.length - 1));
	return numbers[best(every.filter((i) => Math.abs(i - near) <= 2))];
}
//#endregion
//#region src/audit/ledger/evidence.ts
/** The payoffs of a design against its claim. */
function payoffsOf({ products }) {
	return products.map((product) => ({
		weight: product.weight,
		payoff: payoffOfProduct(product)
	}));
}
/** What one run is worth at each number of guesses; one that showed nothing is worth what was held back. */
function factorsOf(payoffs, { reached }) {
	return payoffs.map(({ payoff }, i) => paidFor(payoff, reached === null ? payoff.steps.map(() => 0) : reached[i]));
}
/**
* ln of the evidence after each event: for each number of guesses the product of what all runs are worth that
* were started, and the weighted mean of these products. With the curve true it is a supermartingale in the
* order in which runs are started, and a run that is not there yet counts as no more than it will be worth:
* so it ever reaches 1/tau with probability at most tau (Ville's inequality), whenever one looks.
*/
function logEvidence(payoffs, events) {
	return logProducts(payoffs, events).map(logSum);
}
/** The same before the products are added up: ln of each, its weight included. */
function logProducts(payoffs, events) {
	const factors = /* @__PURE__ */ new Map();
	const sums = payoffs.map(({ weight }) => ln(weight));
	return events.map((event) => {
		const before = factors.get(event.run);
		const now = factorsOf(payoffs, event).map(ln);
		factors.set(event.run, now);
		now.forEach((log, i) => {
			sums[i] += log - (before?.[i] ?? 0);
		});
		return [...sums];
	});
}
/** ln of the sum of numbers that are given by their logarithms. */
function logSum(logs) {
	const largest = Math.max(...logs);
	const rest = logs.reduce((sum, log) => sum + exp(log - largest), -1);
	return largest + log1p(Math.max(0, rest));
}
//#endregion
//#region src/audit/ledger/proof.ts
/** Two sums of logarithms that differ by less differ by the digits of another machine. */
const SAME = 1e-9;
/** The proof behind the evidence of a ledger. */
function proveLedger(design, events) {
	if (design.method !== "optimal") throw new InvalidInput("no certificate to write; only the prices of the optimal test have one");
	const { claim, tau, k } = design;
	const relation = relationOf(k);
	const f = curveInGame(claim, relation);
	const products = design.products.map((product) => {
		const proof = certifyPayoff(gameOfProduct(design, product), payoffOfProduct(product), f);
		if (proof === null) throw new InvalidInput(`no certificate to write; the prices with ${product.guesses} guesses are lower than this version can prove`);
		return {
			weight: product.weight,
			...proof
		};
	});
	return {
		claim,
		relation,
		tau,
		products,
		events,
		mostLogEvidence: mostOf(products, events)
	};
}
/** Throws, with the reason, unless the evidence follows from the proofs; returns whether it refutes. */
function verifyLedger(proof, claim = proof.claim) {
	const { relation, tau, products, events, mostLogEvidence } = proof;
	checkTau(tau);
	const f = curveInGame(claim, relation);
	for (const { weight } of products) checkShare("weight", weight);
	const total = products.reduce((sum, { weight }) => sum + weight, 0);
	if (!(products.length > 0 && total <= 1 + SAME)) throw new InvalidInput(`invalid weights; must sum to at most 1: ${total}`);
	checkGames(proof);
	for (const product of products) checkProduct(product, () => provenPayoff(product, f));
	checkEvents(proof);
	const most = mostOf(products, events);
	if (!(mostLogEvidence <= most + SAME * Math.max(1, Math.abs(most)))) throw new InvalidInput(`invalid evidence; the runs were paid ${most} in logarithms at most: ${mostLogEvidence}`);
	return { refuted: Math.min(most, mostLogEvidence) >= -ln(tau) };
}
function mostOf(products, events) {
	return Math.max(0, ...logEvidence(products, events));
}
/** All products are about the same runs; and only candidates are exchanged for each other. */
function checkGames({ relation, products }) {
	const [{ game: first }] = products;
	for (const { game } of products) {
		if (game.m !== first.m || game.k !== first.k || game.sides !== first.sides) throw new InvalidInput("invalid games; all must be about the same canaries, options and sides");
		if (relation !== relationOf(game.k)) throw new InvalidInput(`invalid relation; a game with ${game.k} options is about ${relationOf(game.k)}: ${relation}`);
	}
}
const relationOf = (k) => k === 2 ? "add-remove" : "replace";
function checkProduct({ payoff, game, bound: stated }, proven) {
	const { base, steps } = payoff;
	if (!(base >= 0) || steps.some(([, height]) => !(height >= 0))) throw new InvalidInput("invalid payoff; must not be negative");
	if (steps.some(([reach], i) => !Number.isSafeInteger(reach) || reach <= (steps[i - 1]?.[0] ?? 0))) throw new InvalidInput("invalid payoff; its steps must rise");
	const furthest = steps.at(-1)?.[0] ?? 0;
	if (furthest > game.guesses) throw new InvalidInput(`invalid payoff; nobody reaches ${furthest} right of ${game.guesses} ${game.guesses === 1 ? "guess" : "guesses"}`);
	const bound = proven();
	if (!(bound <= 1)) throw new InvalidInput(`invalid payoff; with ${game.guesses} guesses a mechanism that keeps the claim may be paid ${bound} on average, more than 1`);
	if (!(Math.abs(bound - stated) <= SAME)) throw new InvalidInput(`invalid bound; the weights prove ${bound}: ${stated}`);
}
/** Each run is started at most once and shows something at most once, in the order of their numbers. */
function checkEvents({ products, events }) {
	const shown = /* @__PURE__ */ new Map();
	const ordered = betsInOrder(products);
	for (const { run, reached } of events) {
		const known = shown.get(run);
		if (known === void 0 ? run !== shown.size + 1 : known || reached === null) throw new InvalidInput(`invalid run ${run}; runs are numbered as they start, and added once`);
		shown.set(run, reached !== null);
		if (reached === null) continue;
		if (!(reached.length === products.length && reached.every((chances, j) => {
			const { steps } = products[j].payoff;
			return chances.length === steps.length && chances.every((chance, i) => chance >= 0 && chance <= (chances[i - 1] ?? 1));
		}))) throw new InvalidInput(`invalid run ${run}; what it reached does not fit the payoff`);
		if (!isOneLaw(ordered, reached)) throw new InvalidInput(`invalid run ${run}; it reached more with some bets than with others`);
	}
}
/** All bets, those on the same guesses together, and in rising order. */
function betsInOrder(products) {
	return products.flatMap(({ game: { guesses }, payoff }, j) => payoff.steps.map(([reach], i) => ({
		guesses,
		reach,
		product: j,
		step: i
	}))).sort((a, b) => a.guesses - b.guesses || a.reach - b.reach);
}
/** Whether bets on the same guesses agree: more right guesses are never more likely. */
function isOneLaw(ordered, reached) {
	return ordered.every(({ guesses, reach, product, step }, n) => {
		const before = ordered[n - 1];
		if (before === void 0 || before.guesses !== guesses) return true;
		const [chance, other] = [reached[product][step], reached[before.product][before.step]];
		return before.reach === reach ? chance === other : chance <= other;
	});
}
//#endregion
//#region src/audit/ledger/epsilon.ts
/** How finely the search ends, relatively. */
const TOLERANCE = 1e-6;
/** Steps away from where a search starts. */
const STRIDE = 1.5;
/**
* A confidence sequence: the least private member of each family against which the same bets have ever made
* evidence of 1/tau. The less private a member, the dearer every bet and the smaller its evidence.
*/
function ledgerEpsilons(design, events) {
	return design.families.map((name) => {
		const family = familyInGame(name, design.game);
		const delta = family.delta ?? design.delta;
		const found = refutedMember(design, events, family);
		const epsilon = found === null ? 0 : found.f.epsilonLower(delta);
		return {
			family: family.name,
			delta,
			parameter: found === null || epsilon === 0 ? null : parameterAt(family.direction, found.t),
			epsilon,
			assumption: family.assumption
		};
	});
}
/** ln of the largest evidence that there ever was against a curve. */
function mostAgainst(design, events, f) {
	const payoffs = design.products.map((product) => {
		const game = gameOfProduct(design, product);
		const prices = product.bets.map(({ reach }) => priceOf(BOUNDS[design.method].pValue({
			...game,
			correct: reach
		}, f)));
		const bets = {
			heldBack: product.heldBack,
			on: product.bets.map(({ reach, share }) => [reach, share])
		};
		return {
			weight: product.weight,
			payoff: payoffOf(bets, prices)
		};
	});
	return Math.max(0, ...logEvidence(payoffs, events));
}
/** The least private member that is refuted, in the coordinate t that grows with the loss of privacy. */
function refutedMember(design, events, family) {
	const { start = 1, most = Number.MAX_VALUE, limited = false } = family.search ?? {};
	const curve = (t) => family.at(parameterAt(family.direction, t));
	const needed = -ln(design.tau);
	const known = /* @__PURE__ */ new Map();
	const margin = (t) => {
		const found = known.get(t) ?? ifComputable(() => mostAgainst(design, events, curve(t)) - needed, -needed);
		known.set(t, found);
		return found;
	};
	if (!(margin(0) >= 0)) return null;
	if (limited && margin(Infinity) >= 0) return {
		t: Infinity,
		f: curve(Infinity)
	};
	let [inside, outside] = [0, Math.min(start, most)];
	while (margin(outside) >= 0) {
		if (outside === most) return {
			t: most,
			f: curve(most)
		};
		[inside, outside] = [outside, Math.min(most, outside * STRIDE)];
	}
	while (inside === 0 && outside > 1e-9 * start) {
		const t = outside / STRIDE;
		if (margin(t) >= 0) inside = t;
		else outside = t;
	}
	const { lo } = findSignChange(margin, inside, outside, TOLERANCE);
	return {
		t: lo,
		f: curve(lo)
	};
}
//#endregion
//#region src/audit/ledger/state.ts
/**
* What the runs of a ledger prove together, at this moment and at every earlier one.
*
* @example
* const ledger = newLedger({ claim: 'gaussian(sigma=1)', m: 4, violation: 'gaussian(sigma=0.01)' });
* const scores = { scores: [3, 2, 1, 0], included: [1, 1, 0, 0] };
* const state = ledgerState(ledger, [{ run: 1, counted: countRun(ledger, scores) }]); // state.refuted
*/
function ledgerState(design, records) {
	checkOrder(records);
	const events = eventsOf(design, records);
	const payoffs = payoffsOf(design);
	const products = logProducts(payoffs, events.map(({ event }) => event));
	const logs = products.map(logSum);
	const mostLogEvidence = Math.max(0, ...logs);
	const needed = -ln(design.tau);
	const first = logs.findIndex((log) => log >= needed);
	const refuted = first >= 0;
	return {
		design,
		runs: [...new Map(events.map((each) => [each.event.run, each])).values()].map(({ event, counts, why, status }) => ({
			run: event.run,
			status,
			...why === void 0 ? {} : { why },
			counts,
			factors: factorsOf(payoffs, event)
		})),
		steps: logs.map((log, i) => ({
			run: events[i].event.run,
			logEvidence: log
		})),
		logEvidence: logs.at(-1) ?? 0,
		mostLogEvidence,
		pValue: Math.min(1, exp(-mostLogEvidence)),
		refuted,
		refutedAt: refuted ? events[first].event.run : null,
		runsExpected: refuted ? null : runsExpected(design, products.at(-1) ?? payoffs.map(({ weight }) => ln(weight))),
		results: ledgerEpsilons(design, events.map(({ event }) => event))
	};
}
/** The events of a ledger, which its evidence and its proof are made of. */
function ledgerEvents(design, records) {
	return eventsOf(design, records).map(({ event }) => event);
}
/**
* The records as events. A run to which the theorem does not apply is worth what was held back: its own coins
* were not fair, or those of all runs so far together.
*/
function eventsOf({ products, game }, records) {
	let drawn = [];
	return records.map(({ run, counted }) => {
		if (counted === null) return {
			event: {
				run,
				reached: null
			},
			status: "started",
			counts: []
		};
		const { counts, draws } = counted;
		if (counts.length !== products.length || counts.some(({ reached }, i) => reached.length !== products[i].bets.length)) throw new InvalidInput(`invalid run ${run}; it was not counted as the ledger says`);
		drawn = draws.map((count, i) => count + (drawn[i] ?? 0));
		const together = checkDraws(drawn, game);
		const why = counted.void ?? (together.passed ? void 0 : `all runs together: ${together.message}`);
		if (why !== void 0) return {
			event: {
				run,
				reached: null
			},
			status: "void",
			counts,
			why
		};
		return {
			event: {
				run,
				reached: counts.map(({ reached }) => reached)
			},
			status: "added",
			counts
		};
	});
}
/** Runs are numbered in the order in which they are started, and each shows something once. */
function checkOrder(records) {
	const known = /* @__PURE__ */ new Map();
	for (const { run, counted } of records) {
		const shown = known.get(run);
		if (!(shown === void 0 ? run === known.size + 1 : counted !== null && !shown)) throw new InvalidInput(`invalid run ${run}; runs are numbered as they start, and added once`);
		known.set(run, counted !== null);
	}
}
/** At the growth that the violation is expected to bring, from where each product stands: the first there. */
function runsExpected({ tau, products }, logs) {
	const needed = products.flatMap(({ growth }, i) => growth > 0 ? [(-ln(tau) - logs[i]) / growth] : []);
	return Math.max(1, Math.ceil(Math.min(...needed)));
}
//#endregion
//#region ../../tmp/atk-ev/fuzz.ts
let seed = Number(process.argv[2] ?? 1);
const U = () => {
	seed = (seed * 1103515245 + 12345) % 2147483648;
	return seed / 2147483648;
};
for (let i = 0; i < 5; i++) U();
const pick = (a) => a[Math.floor(U() * a.length)];
const lu = (a, b) => Number(Math.exp(Math.log(a) + U() * Math.log(b / a)).toPrecision(3));
const end = Date.now() + Number(process.argv[3] ?? 60) * 1e3;
let n = 0, err = /* @__PURE__ */ new Map(), unproved = 0;
while (Date.now() < end) {
	const claim = pick([
		() => `gaussian(sigma=${lu(.05, 30)})`,
		() => `approx-dp(epsilon=${lu(.01, 8)}, delta=${pick([
			0,
			1e-10,
			1e-5,
			.01,
			.2
		])})`,
		() => `pure-dp(epsilon=${lu(.01, 8)})`,
		() => `laplace(scale=${lu(.2, 20)})`
	])();
	const s = {
		claim,
		m: Math.round(lu(2, 2e4)),
		families: []
	};
	if (U() < .5) s.violation = pick([`gaussian(sigma=${lu(.001, 5)})`, `pure-dp(epsilon=${lu(.5, 20)})`]);
	if (U() < .2 && claim.startsWith("g")) s.k = Math.round(lu(3, 1e3));
	else if (U() < .3) s.sides = pick(["in", "out"]);
	if (U() < .4) s.guesses = [...new Set([Math.max(1, Math.round(U() * Math.min(s.m, 2e3))), Math.max(1, Math.round(U() * U() * Math.min(s.m, 2e3)))])];
	if (U() < .15) s.method = "paper";
	if (U() < .2) s.tau = pick([
		1e-12,
		.5,
		.9,
		.001
	]);
	process.stdout.write("");
	const t = Date.now();
	try {
		const d = newLedger(s);
		n++;
		for (const p of d.products) {
			const sum = p.heldBack + p.bets.reduce((a, b) => a + b.share, 0);
			if (!(p.heldBack > 0) || Math.abs(sum - 1) > 1e-9 || !p.bets.every((b) => b.share > 0 && b.price > 0 && b.price <= 1)) console.log("ODD", JSON.stringify(s), JSON.stringify(p));
		}
		const rec = [{
			run: 1,
			counted: {
				counts: d.products.map((p) => ({
					guesses: p.guesses,
					least: 0,
					most: 0,
					reached: p.bets.map(() => 1)
				})),
				draws: s.k ? Array.from({ length: s.k }, () => 0) : [s.m >> 1, s.m - (s.m >> 1)]
			}
		}];
		const st = ledgerState(d, rec);
		if (!Number.isFinite(st.logEvidence)) console.log("NONFINITE", JSON.stringify(s), st.logEvidence);
		if (d.method === "optimal") {
			try {
				const v = verifyLedger(proveLedger(d, ledgerEvents(d, rec)));
				if (v.refuted !== st.refuted) console.log("DISAGREE", JSON.stringify(s), v, st.refuted, st.logEvidence);
			} catch (e) {
				unproved++;
				console.log("UNPROVED", JSON.stringify(s), e.message);
			}
			const own = Math.max(0, ...[mostAgainst(d, ledgerEvents(d, rec), tradeOff(d.claim))]);
			if (d.k === 2 && own < st.mostLogEvidence - 1e-6) console.log("OWN LESS", JSON.stringify(s), own, st.mostLogEvidence);
		}
	} catch (e) {
		const k = e.message.replace(/[\d.e-]+/g, "#").slice(0, 60);
		err.set(k, (err.get(k) ?? 0) + 1);
		if (e.constructor.name !== "InvalidInput") console.log("CRASH", JSON.stringify(s), e.stack.slice(0, 300));
	}
	const ms = Date.now() - t;
	if (ms > 8e3) console.log("SLOW", ms, JSON.stringify(s));
}
console.log(n, unproved, [...err]);
//#endregion
export {};
