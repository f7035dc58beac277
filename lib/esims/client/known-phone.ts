import { storedText } from '#lib/core/client/stored-text.ts'

/** The answer of the device check for a phone, as it was given. */
export type KnownPhone = { name: string; answer: 'yes' | 'mostly' | 'no'; checkedOn: string }

const phone = storedText('phone', 'localStorage')
const checked = storedText('phoneChecked', 'localStorage')

/** Keeps the answer for one's own phone on this device. No server is told. */
export function keepPhone(known: KnownPhone): void {
  phone.set(JSON.stringify(known))
}

/** What is kept as it stands in the storage, and how to hear of another. */
export const { read: keptPhone, subscribe: subscribePhone } = phone

/** Reads what was kept. `null` for nothing, and for what is no answer. */
export function readPhone(kept: string): KnownPhone | null {
  try {
    const { name, answer, checkedOn } = JSON.parse(kept || 'null') as Record<string, unknown>
    const isDate = typeof checkedOn === 'string' && !Number.isNaN(Date.parse(checkedOn))
    if (typeof name !== 'string' || !isDate) return null

    return answer === 'yes' || answer === 'mostly' || answer === 'no' ? { name, answer, checkedOn } : null
  } catch {
    return null
  }
}

/** Keeps on this device that its owner has looked: the phone shows an EID and is unlocked. */
export function keepPhoneChecked(isChecked: boolean): void {
  checked.set(isChecked ? 'yes' : '')
}

/** Whether the owner of this device has looked, and said so. */
export function isPhoneChecked(): boolean {
  return checked.read() === 'yes'
}
