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

/**
 * Shares a document's taxable value out among its lines by their amounts, so that it sums exactly: who
 * lost most by rounding down gets the paise left over, the earlier line first.
 */
export function shareTaxable<Line extends { amountInPaise: number }>(
  lines: readonly Line[],
  taxableInPaise: number,
): (Line & { taxableInPaise: number })[] {
  const whole = BigInt(lines.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0))
  const shares = lines.map(({ amountInPaise }, position) => {
    const product = BigInt(amountInPaise) * BigInt(taxableInPaise)
    return {
      position,
      floor: Number(product / (whole || 1n)),
      rest: Number(product % (whole || 1n)),
    }
  })
  const left = taxableInPaise - shares.reduce((sum, { floor }) => sum + floor, 0)
  const lucky = new Set(
    shares
      .toSorted((one, other) => other.rest - one.rest || one.position - other.position)
      .slice(0, left)
      .map(({ position }) => position),
  )
  return lines.map((line, position) => ({
    ...line,
    taxableInPaise: (shares[position]?.floor ?? 0) + (lucky.has(position) ? 1 : 0),
  }))
}
