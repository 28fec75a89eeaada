/** A fraction of whole numbers. The denominator is above 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const toFraction = (numerator: number, denominator = 1): Fraction => ({ numerator: BigInt(numerator), denominator: BigInt(denominator) });

export function add(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  return reduce({ numerator: a.numerator * b.denominator + b.numerator * a.denominator, denominator: a.denominator * b.denominator });
}

export const multiply = (a: Fraction, b: Fraction): Fraction => ({ numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator });

/** @throws RangeError for a divisor of 0 or less */
export function divide(a: Fraction, b: Fraction): Fraction {
  if (b.numerator <= 0n) throw new RangeError('a fraction is divided by what is above 0');
  return { numerator: a.numerator * b.denominator, denominator: a.denominator * b.numerator };
}

export function reduce({ numerator, denominator }: Fraction): Fraction {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b > 0n) [a, b] = [b, a % b];
  return a > 1n ? { numerator: numerator / a, denominator: denominator / a } : { numerator, denominator };
}

/** Rounds to this many decimals, half away from zero. It is exact: a tie is decided by the digits alone. */
export function roundFraction({ numerator, denominator }: Fraction, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  const [sign, size] = numerator < 0n ? [-1, -numerator] : [1, numerator];
  const units = (2n * size * scale + denominator) / (2n * denominator);
  return units === 0n ? 0 : (sign * Number(units)) / Number(scale);
}
