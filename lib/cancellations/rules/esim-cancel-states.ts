/** How far the return of an eSIM can be, from an eSIM that nobody wants to give back to one whose money is back. */
export const ESIM_CANCEL_STATES = [
  'NONE',
  'ASKED',
  'SENT',
  'OPEN',
  'CONFIRMED',
  'REFUSED',
  'MONEY_DUE',
  'MONEY_BACK',
] as const

/** Where an eSIM is that the network has taken back, whatever became of the money. */
export const RETURNED: readonly (typeof ESIM_CANCEL_STATES)[number][] = ['CONFIRMED', 'MONEY_DUE', 'MONEY_BACK']
