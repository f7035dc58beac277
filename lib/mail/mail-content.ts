/** What a mail says, before it is set as HTML or as plain text. */
export type MailContent = {
  subject: string
  /** The item that a mailbox shows beside the subject. */
  preview: string
  heading: string
  /** The order reference shown on the ticket, `null` for a mail about several orders. */
  reference: { label: string; value: string } | null
  blocks: MailBlock[]
  /** Small print at the end: help, and why the reader gets this. */
  footer: string[]
}

/** A code as a picture inside the mail; `file` is what it is called when somebody keeps it. */
export type QrBlock = { type: 'qr'; code: string; name: string; file: string }

export type MailBlock =
  | { type: 'paragraph'; text: string }
  /** `waiting` for what is open or runs out, `good` for what is safe. */
  | { type: 'note'; tone: 'waiting' | 'good'; text: string }
  | { type: 'sums'; rows: { label: string; value: string }[]; total: { label: string; value: string } }
  | { type: 'steps'; title: string; steps: string[] }
  | { type: 'action'; label: string; url: string }
  | QrBlock
  /** What is typed by hand, each value as the phone wants it. */
  | { type: 'values'; title: string; rows: { label: string; value: string }[] }
  | { type: 'links'; links: { label: string; url: string }[] }
