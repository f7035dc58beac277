/** The help pages, in the order in which a trip needs them. Their words stand in the messages. */
export const HELP_TOPICS = [
  'install-iphone',
  'install-android',
  'no-service',
  'top-up',
  'refunds',
  'time-zones',
] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

export function isHelpTopic(text: string): text is HelpTopic {
  return (HELP_TOPICS as readonly string[]).includes(text)
}
