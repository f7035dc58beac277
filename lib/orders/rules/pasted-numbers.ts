import { type Iccid, parseIccid } from '#lib/provider/rules/provider-ids.ts'

/** The most numbers that are read from one paste. */
export const MAX_PASTED = 1_000

const LONGEST_SHOWN = 40

/** One entry of a pasted list as it was written, cut to what can be shown. `iccid` is `null` for what is no card number. */
export type PastedNumber = { text: string; iccid: Iccid | null; isRepeated: boolean }

/**
 * Reads a pasted list of card numbers: one entry per line, comma, semicolon, tab or blank, in its order. Blanks and
 * dashes inside a number are overlooked. Every entry gets a row, also one that is no number; a second one is marked.
 */
export function readPastedNumbers(text: string): PastedNumber[] {
  const seen = new Set<string>()

  return text
    .split(/[\r\n,;|\t]+/)
    .flatMap(splitEntry)
    .map((entry) => {
      const iccid = parseIccid(bare(entry))
      const isRepeated = iccid !== null && seen.has(iccid)
      if (iccid) seen.add(iccid)

      return { text: entry.slice(0, LONGEST_SHOWN), iccid, isRepeated }
    })
}

// A number may be written in groups; several numbers may stand in one item.
function splitEntry(part: string): string[] {
  const entry = part.trim()
  if (parseIccid(bare(entry))) return [entry]

  return entry.split(/\s+/).filter((word) => word !== '')
}

function bare(entry: string): string {
  return entry.replaceAll(/[\s'"-]/g, '')
}
