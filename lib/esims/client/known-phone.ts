/** The answer of the device check for a phone, as it was given. */
export type KnownPhone = { name: string; answer: 'yes' | 'mostly' | 'no'; checkedOn: string }

const STORE = 'phone'
const CHECKED = 'phoneChecked'

/** Keeps the answer for one's own phone on this device, or forgets it. No server is told. */
export function keepPhone(phone: KnownPhone | null): void {
  try {
    if (phone) localStorage.setItem(STORE, JSON.stringify(phone))
    else localStorage.removeItem(STORE)
  } catch {
    // Storage is full or forbidden: the check can be asked again.
  }
}

/** What is kept, as it stands in the storage: the same text as long as nothing changes. */
export function keptPhone(): string | null {
  try {
    return localStorage.getItem(STORE)
  } catch {
    return null
  }
}

/** Reads what was kept. `null` for nothing, and for what is no answer. */
export function readPhone(kept: string | null): KnownPhone | null {
  try {
    const { name, answer, checkedOn } = JSON.parse(kept ?? 'null') as Record<string, unknown>
    const isDate = typeof checkedOn === 'string' && !Number.isNaN(Date.parse(checkedOn))
    if (typeof name !== 'string' || !isDate) return null

    return answer === 'yes' || answer === 'mostly' || answer === 'no' ? { name, answer, checkedOn } : null
  } catch {
    return null
  }
}

/** Keeps on this device that its owner has looked: the phone shows an EID and is unlocked. */
export function keepPhoneChecked(isChecked: boolean): void {
  try {
    if (isChecked) localStorage.setItem(CHECKED, 'yes')
    else localStorage.removeItem(CHECKED)
  } catch {
    // Storage is full or forbidden: the checkout asks.
  }
}

/** Whether the owner of this device has looked, and said so. */
export function isPhoneChecked(): boolean {
  try {
    return localStorage.getItem(CHECKED) === 'yes'
  } catch {
    return false
  }
}
