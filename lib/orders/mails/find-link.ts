import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'
import type { MailProps } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

export function composeFindLink(writer: Writer, props: MailProps['find_link']): MailContent {
  const { t, isolate, instant } = writer
  const { shop, links, linksUntil } = props
  const until: MailBlock[] = linksUntil
    ? [{ type: 'paragraph', text: t('findLink.until', { until: instant(linksUntil) }) }]
    : []
  const help = shop.supportEmail ? [t('layout.helpPlain', { email: isolate(shop.supportEmail) })] : []

  return {
    subject: t('findLink.subject', { shop: isolate(shop.name) }),
    preview: t('findLink.preview'),
    heading: t('findLink.heading', { count: links.length }),
    reference: null,
    blocks: [
      { type: 'paragraph', text: t('findLink.body') },
      {
        type: 'links',
        links: links.map(({ reference, url, orderedAt }) => ({
          label: t('findLink.link', { reference: isolate(reference), date: instant(orderedAt) }),
          url,
        })),
      },
      ...until,
    ],
    footer: [...help, t('layout.whyAsked')],
  }
}
