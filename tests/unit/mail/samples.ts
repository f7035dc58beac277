import type { MailOrder, MailShop } from '#lib/mail/mail-props.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'
import { sampleMails } from '#lib/mail/sample-mails.ts'

export const shop: MailShop = {
  name: 'Landfall',
  url: 'https://shop.example',
  supportEmail: 'help@shop.example',
  isTrial: false,
  accent: null,
  logo: null,
}

export const order: MailOrder = {
  reference: 'LF-7Q2K',
  url: 'https://shop.example/o/abc?a=1&b=2',
  timeZone: 'Asia/Tokyo',
}

/** One mail of every kind. */
export const samples = sampleMails(shop)

export const kinds = Object.keys(samples) as MailKind[]
