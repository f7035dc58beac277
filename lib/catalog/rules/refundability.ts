const MAX_TEXT = 8_000
const MAX_LINES = 40
const MAX_LINE = 400

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * Returns a plan's own words as plain lines, in their order, `[]` when there are none.
 *
 * Breaks and block ends part lines; every other tag goes, with the content of scripts and styles. The words are
 * untrusted: at most 40 lines of 400 characters, no control or direction characters, and nothing is interpreted.
 */
export function refundabilityRuleLines(premark: string | null): string[] {
  const text = (premark ?? '').slice(0, MAX_TEXT)
  const parted = text
    .replaceAll(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replaceAll(/<\s*br\b[^>]*>|<\/?\s*(p|div|li|ul|ol|h[1-6]|tr|table)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^<>]*(>|(?=<)|$)/gi, ' ')

  return parted
    .split(/[\r\n\u2028\u2029]+/)
    .map((item) => plainLine(item))
    .filter((item) => item !== '')
    .slice(0, MAX_LINES)
}

/** Returns a short text of the provider on one item without control characters, `null` when nothing is left. */
export function plainText(text: string | null, maxLength: number): string | null {
  const item = clean(text ?? '').slice(0, maxLength)

  return item === '' ? null : item
}

/** Returns the exact wording that a person judges, `null` when there is none or it may have been cut. */
export function ruleText(words: readonly string[]): string | null {
  const isCut = words.length >= MAX_LINES || words.some((item) => item.length >= MAX_LINE)

  return words.length === 0 || isCut ? null : words.join('\n')
}

const SUBJECT = /\b(cancel\w*|refund\w*|return(s|ed|able)?)\b|\bnon-?refund/i
const REFUSAL =
  /\bnon-? ?(refund|cancel|return)\w*|\bno (refund|cancel|return)\w*|\b(cannot|can not|can't|not) be (refund|cancel|return)\w*|\bnot (refund|cancel|return)able/i
const ONCE_SOLD =
  /\b(once|after|when) (the |an |your )?(order(s|ed|ing)?|purchased?|payment|sold|sale)( (is|was|has been) (placed|made|paid|complete[d]?))?/gi
const CONDITION =
  /\b(if|once|after|before|until|till|unless|when|while|except|only|within|used?|install|activat|download|start)/i

/** Returns the sentences of a plan's own words that speak of cancelling or refunds, as they stand. */
export function cancellationTerms(words: readonly string[]): string[] {
  return words.filter((item) => SUBJECT.test(item))
}

/**
 * Tells whether a plan's own words rule a refund out in so many words, whatever happens after the order.
 *
 * It holds where no person has judged the wording. A condition, or a word in favour beside the refusal, leaves it open.
 */
export function ruleOutRefund(words: readonly string[]): boolean {
  const sentences = cancellationTerms(words)
    .flatMap((item) => item.split(/(?<=[.;!?])\s+/))
    .filter((sentence) => SUBJECT.test(sentence))

  return (
    sentences.length > 0 &&
    sentences.every((sentence) => REFUSAL.test(sentence) && !CONDITION.test(sentence.replaceAll(ONCE_SOLD, '')))
  )
}

function plainLine(item: string): string {
  return clean(
    item.replaceAll(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => entity(whole, name)),
  ).slice(0, MAX_LINE)
}

function clean(text: string): string {
  return (
    text
      // Direction marks could turn a sentence around its neighbours; soft hyphens and joiners hide in prices.
      .replaceAll(/[\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))

  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
}
