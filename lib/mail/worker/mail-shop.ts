import 'server-only'
import { env } from '#lib/core/env.ts'
import type { MailShop } from '#lib/mail/mail-props.ts'
import type { OutgoingMail } from '#lib/mail/mailer.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import { findPicture } from '#lib/settings/repository/shop-pictures.ts'
import { readShopSettings } from '#lib/settings/repository/shop-settings.ts'

const LOGO_CID = 'logo'

/** Who a mail comes from: the shop as its text names it, and what its envelope says beside our address. */
export type MailSender = { shop: MailShop; envelope: Pick<OutgoingMail, 'pictures' | 'senderName' | 'replyTo'> }

/** Reads who mails come from, as the settings say now. */
export async function mailSender(): Promise<MailSender> {
  const { name, supportEmail, accent, logo } = await readShopSettings()
  const own = await readSettings(['shop.name', 'mails.sender_name', 'mails.reply_to'])
  const bytes = logo && (await findPicture(logo.hash))
  // A name that the owner gave the shop also goes before the name in the address of the environment.
  const senderName = own['mails.sender_name'] ?? own['shop.name']
  const replyTo = own['mails.reply_to']

  return {
    shop: {
      name,
      url: env.PUBLIC_URL,
      supportEmail,
      isTrial: env.STORE_MODE === 'trial',
      accent,
      logo: logo && bytes ? { ...logo, src: `cid:${LOGO_CID}` } : null,
    },
    envelope: {
      ...(bytes ? { pictures: [{ cid: LOGO_CID, name: 'logo.png', type: 'image/png', bytes }] } : {}),
      ...(senderName === null ? {} : { senderName }),
      ...(replyTo === null ? {} : { replyTo }),
    },
  }
}
