import { directionOf, type Locale } from '#lib/core/i18n/config.ts'

/** The messages of a language, as far down as they are nested. */
export type MessageTree = { [key: string]: string | MessageTree }

/**
 * Returns the messages of a language, in one written from the right with every inserted value in a direction of its own.
 *
 * A name, a code or a sum in Latin letters would otherwise pull the words beside it to the wrong side. It is done here,
 * once, so that nobody who writes or translates a text has to think of it.
 */
export function isolateValues<T extends MessageTree>(locale: Locale, messages: T): T {
  return directionOf(locale) === 'rtl' ? (isolateIn(messages) as T) : messages
}

function isolateIn(messages: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [
      key,
      typeof text === 'string' ? markIn(text) + isolateArguments(text) : isolateIn(text),
    ]),
  )
}

/** Quoted text is skipped. The branches of a plural or a choice stand one brace deeper than texts, and look like values. */
function isolateArguments(text: string): string {
  let depth = 0

  return text.replaceAll(/''|'[{}](?:''|[^'])*'?|\{\w+\}|[{}]/g, (part) => {
    if (part === '{') depth += 1
    if (part === '}') depth -= 1

    return /^\{\w/.test(part) && depth % 2 === 0 ? `\u2068${part}\u2069` : part
  })
}

/** Several values and no word between them: inserted into another text, nothing else would say from which side they run. */
function markIn(text: string): string {
  return /^(?:[^\p{L}{}]*\{\w+\}){2,}[^\p{L}{}]*$/u.test(text) ? '\u200f' : ''
}
