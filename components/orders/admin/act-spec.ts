/** Something that a dialog asks for. Its value goes into the body under `name`. */
export type ActField =
  | { kind: 'reason' }
  | { kind: 'typed'; name: string; expect: string }
  | { kind: 'amount'; currency: string; mostMinor: number }
  | { kind: 'email' }
  | { kind: 'cards'; esims: ActOption[] }
  | { kind: 'choice'; name: string; label: string; options: ActOption[] }

export type ActOption = { value: string; label: string; isDisabled?: boolean }

/** An act as plain data: what its dialog says, what it asks for, and where it is sent. */
export type ActSpec = {
  title: string
  /** What will happen, said before it does. */
  effect: string
  press: string
  path: `/api/${string}`
  body?: Record<string, string | number | boolean | null>
  fields: ActField[]
  /** The path has the value of the choice in the place of `:choice`. */
  tone?: 'primary' | 'danger'
  /** Sent with a key, so that it happens once however often it is pressed. */
  isOnce?: boolean
}

/** What somebody has typed into a dialog. */
export type Typed = {
  reason: string
  typed: string
  amount: string
  email: string
  esims: string[]
  choice: string
}

export const NOTHING_TYPED: Typed = { reason: '', typed: '', amount: '', email: '', esims: [], choice: '' }
