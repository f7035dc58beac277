/**
 * The version of the sentences that a buyer agrees to, at checkout and before a reveal; kept with every consent.
 *
 * It changes with their words in `messages`: an old consent then still says what was read.
 */
export const CONSENT_TEXT_VERSION = '2026-11-29'
