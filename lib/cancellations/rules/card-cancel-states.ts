/** How far the return of a card can be, from a card that nobody wants to give back to one whose money is back. */
export const CARD_CANCEL_STATES = [
  'NONE',
  'ASKED',
  'SENT',
  'OPEN',
  'CONFIRMED',
  'REFUSED',
  'MONEY_DUE',
  'MONEY_BACK',
] as const

/** Where a card is that the network has taken back, whatever became of the money. */
export const RETURNED: readonly (typeof CARD_CANCEL_STATES)[number][] = ['CONFIRMED', 'MONEY_DUE', 'MONEY_BACK']
