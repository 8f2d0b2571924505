/** What the law calls eighteen per cent on courses. */
export const rateInPercent = 18

/** A price with the tax that is in it; all integers of paise. */
export interface TaxSplit {
  amountInPaise: number
  taxableInPaise: number
  cgstInPaise: number
  /** SGST; in a Union territory without a legislature UTGST. */
  sgstInPaise: number
  igstInPaise: number
}

/**
 * The tax inside a price: taxable is the price × 100 ÷ 118, rounded to the paisa, tax the rest. Inside
 * a State the tax is halved; of an odd tax one paisa becomes taxable value, so that both halves are equal.
 */
export function splitTax(amountInPaise: number, isWithinState: boolean): TaxSplit {
  if (!Number.isSafeInteger(amountInPaise * 200) || amountInPaise < 0) {
    throw new RangeError(`not an amount in paise: ${amountInPaise}`)
  }
  const base = 100 + rateInPercent
  const taxable = Math.floor((amountInPaise * 200 + base) / (2 * base))
  const tax = amountInPaise - taxable
  if (!isWithinState) {
    return {
      amountInPaise,
      taxableInPaise: taxable,
      cgstInPaise: 0,
      sgstInPaise: 0,
      igstInPaise: tax,
    }
  }
  const half = Math.floor(tax / 2)
  return {
    amountInPaise,
    taxableInPaise: amountInPaise - 2 * half,
    cgstInPaise: half,
    sgstInPaise: half,
    igstInPaise: 0,
  }
}

/** Shares a document's taxable value out among its lines by their amounts, so that it sums exactly. */
export function shareTaxable<Line extends { amountInPaise: number }>(
  lines: readonly Line[],
  taxableInPaise: number,
): (Line & { taxableInPaise: number })[] {
  const shares = shareOut(
    lines.map(({ amountInPaise }) => amountInPaise),
    taxableInPaise,
  )
  return lines.map((line, position) => ({ ...line, taxableInPaise: shares[position] ?? 0 }))
}

/**
 * Shares paise out by weights, so that they sum exactly: who lost most by rounding down gets the paise
 * left over, the earlier first. No share is above its weight unless the total is above their sum.
 */
export function shareOut(weights: readonly number[], totalInPaise: number): number[] {
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  const shares = weights.map((weight, position) => {
    const product = BigInt(weight) * BigInt(totalInPaise)
    return {
      position,
      floor: Number(product / (whole || 1n)),
      rest: Number(product % (whole || 1n)),
    }
  })
  const left = totalInPaise - shares.reduce((sum, { floor }) => sum + floor, 0)
  const lucky = new Set(
    shares
      .toSorted((one, other) => other.rest - one.rest || one.position - other.position)
      .slice(0, left)
      .map(({ position }) => position),
  )
  return shares.map(({ floor }, position) => floor + (lucky.has(position) ? 1 : 0))
}
