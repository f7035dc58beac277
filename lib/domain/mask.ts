/** Returns an address of which only the ends can be recognised: `a…@e….com`. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''

  return `${local.slice(0, 1)}…@${domain.slice(0, 1)}…${end}`
}

/** Returns the last four digits of a card number: `…0138`. */
export function maskIccid(iccid: string): string {
  return `…${iccid.slice(-4)}`
}
