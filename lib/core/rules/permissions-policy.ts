const NAMES = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']

/** The abilities of a browser that our pages do without; `payers` are the origins whose frames may ask a wallet for money. */
export function permissionsPolicy(payers: readonly string[] = []): string {
  const allowed = payers.length > 0 ? ['self', ...payers.map((origin) => `"${origin}"`)].join(' ') : ''

  return NAMES.map((name) => `${name}=(${name === 'payment' ? allowed : ''})`).join(', ')
}
