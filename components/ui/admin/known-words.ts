type Lookup = { has: (key: string) => boolean } & ((key: string) => string)

/** Tells whether somebody has written a sentence for a stored word. */
export function hasWords(t: unknown, group: string, word: string): boolean {
  return (t as Lookup).has(`${group}.${word}`)
}

/** Returns the sentence for a stored word, and the word itself where nobody has written one: nothing is guessed. */
export function knownWords(t: unknown, group: string, word: string): string {
  const lookup = t as Lookup
  const key = `${group}.${word}`

  return lookup.has(key) ? lookup(key) : word
}
