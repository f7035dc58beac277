import 'server-only'

/** Returns the condition that a text has a part as it is written: signs of a pattern mean themselves, cases are the same. */
export function asWritten(part: string) {
  return { contains: part.replaceAll(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const
}
