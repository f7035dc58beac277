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
      // A branch of a plural or a choice never consists of one Latin word, so only arguments look like this.
      typeof text === 'string' ? markIn(text) + text.replaceAll(/\{\w+\}/g, '\u2068$&\u2069') : isolateIn(text),
    ]),
  )
}

/** Several values and no word between them: inserted into another text, nothing else would say from which side they run. */
function markIn(text: string): string {
  return /^(?:[^\p{L}{}]*\{\w+\}){2,}[^\p{L}{}]*$/u.test(text) ? '\u200f' : ''
}
