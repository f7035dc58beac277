import { Body, Container, Head, Heading, Html, render, Section, Text } from 'react-email'
import type { OwnTexts } from '#lib/core/i18n/compose-messages.ts'
import { directionOf, type Locale } from '#lib/core/i18n/config.ts'
import { Block, numbered, QR_CID } from '#lib/mail/blocks.tsx'
import { composeMail } from '#lib/mail/compose/compose-mail.ts'
import type { MailBlock, MailContent, MailProps, MailShop } from '#lib/mail/mail-props.ts'
import type { MailPicture } from '#lib/mail/mailer.ts'
import { type MailColours, mailColours, qrPng } from '#lib/mail/qr-png.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'
import { createWriter } from '#lib/mail/writer.ts'

/** A mail that is ready to be sent. */
export type RenderedMail = { subject: string; html: string; text: string; pictures: MailPicture[] }

/**
 * Returns subject, HTML and plain text of a mail, all three with the same words, and the pictures its HTML shows.
 *
 * `texts` are the store's own ones in the language. Throws when an activation code got into any of them: better no mail than a code in a mailbox. `esim_copy` alone holds
 * the one code that it is about, never in its subject.
 */
export async function renderMail<Kind extends MailKind>(
  kind: Kind,
  props: MailProps[Kind],
  locale: Locale,
  texts: OwnTexts = {},
): Promise<RenderedMail> {
  const writer = createWriter(locale, 'order' in props ? props.order.timeZone : props.timeZone, texts)
  const content = composeMail(kind, props, writer)
  const trialLine = props.shop.isTrial ? writer.t('layout.trial') : null
  const html = await render(<MailLayout content={content} shop={props.shop} trialLine={trialLine} locale={locale} />)
  // A line break in a name of the catalogue must not become a header of its own.
  const subject = content.subject.replace(/\s+/g, ' ').trim()
  const codes = content.blocks.filter((block) => block.type === 'qr')
  const pictures = codes.map(({ code, file }) => ({ cid: QR_CID, name: file, type: 'image/png', bytes: qrPng(code) }))
  const mail = { subject, html, text: toPlainText(content, trialLine), pictures }
  const own = kind === 'esim_copy' ? (props as MailProps['esim_copy']).code : null
  assertNoCode(mail, own)
  if (codes.some(({ code }) => code !== own?.activationCode)) throw new Error('A mail would have drawn a code.')

  return mail
}

function assertNoCode({ subject, html, text }: RenderedMail, own: MailProps['esim_copy']['code'] | null): void {
  const bodies = [html, text].map((body) => (own ? body.replaceAll(own.activationCode, '') : body))
  const hasCode = [subject, ...bodies].some((part) => /LPA:\s*\d/i.test(part))
  const isTold = own !== null && own.matchingId !== '' && subject.includes(own.matchingId)
  const hasIccid = /(?<!\d)89\d{16,18}(?!\d)/.test(subject)
  if (hasCode || isTold || hasIccid) throw new Error('A mail would have carried an activation code or an ICCID.')
}

/** Returns the same mail for readers without HTML: every sentence, every sum and every address of the other half. */
function toPlainText(content: MailContent, trialLine: string | null): string {
  const { reference, heading, blocks, footer } = content
  const parts = [
    trialLine === null ? '' : `[${trialLine}]`,
    heading,
    reference === null ? '' : `${reference.label}: ${reference.value}`,
    ...blocks.map(blockText),
    `-- \n${footer.join('\n')}`,
  ]

  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function blockText(block: MailBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'note':
      return block.text
    case 'quote':
      return `${block.text.replace(/^/gm, '> ')}\n${block.by}`
    case 'action':
      return `${block.label}:\n${block.url}`
    case 'steps':
      return [`${block.title}:`, ...block.steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
    case 'sums':
      return [...block.rows, block.total].map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'qr':
      return `[${block.name}: ${block.file}]`
    case 'values':
      return [`${block.title}:`, ...block.rows.map(({ label, value }) => `${label}:\n${value}`)].join('\n')
    case 'links':
      return block.links.map(({ label, url }) => `${label}:\n${url}`).join('\n\n')
  }
}

const FONTS = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, 'Noto Sans Arabic', sans-serif"

type Props = { content: MailContent; shop: MailShop; trialLine: string | null; locale: Locale }

/** A mail as one ticket: a dark header, what to know, and a tear line above the small print. */
function MailLayout({ content, shop, trialLine, locale }: Props) {
  const { preview, heading, reference, blocks, footer } = content
  const colours = mailColours(shop.accent)
  const { light } = colours

  return (
    <Html lang={locale} dir={directionOf(locale)}>
      <Head>
        <title>{content.subject}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{colours.darkStyle}</style>
      </Head>
      <Body
        lang={locale}
        dir={directionOf(locale)}
        className="paper"
        style={{ margin: 0, padding: 0, backgroundColor: light.paper, fontFamily: FONTS }}
      >
        {/* Read by the list of a mailbox and by nobody else. */}
        <div style={{ display: 'none', overflow: 'hidden', maxHeight: 0, maxWidth: 0, opacity: 0 }}>{preview}</div>
        {trialLine === null ? null : <TrialLine text={trialLine} light={light} />}
        <Container className="paper" style={{ maxWidth: '600px', width: '100%', padding: '16px 12px 32px' }}>
          <Section
            className="board"
            style={{ padding: '16px 20px', borderRadius: '14px 14px 0 0', backgroundColor: light.board }}
          >
            <BrandMark shop={shop} light={light} />
          </Section>
          <Section
            className="card"
            style={{
              padding: '24px 20px 8px',
              border: `1px solid ${light.line}`,
              borderTop: 'none',
              borderRadius: '0 0 14px 14px',
              backgroundColor: light.card,
            }}
          >
            {reference === null ? null : (
              <Text
                className="soft"
                style={{ margin: '0 0 8px', fontSize: '14px', lineHeight: '20px', color: light.soft }}
              >
                {reference.label} <bdi style={{ fontWeight: 700 }}>{reference.value}</bdi>
              </Text>
            )}
            <Heading
              className="ink"
              style={{ margin: '0 0 16px', fontSize: '25px', lineHeight: '31px', color: light.ink }}
            >
              {heading}
            </Heading>
            {numbered(blocks).map(({ id, item }) => (
              <Block key={id} block={item} light={light} />
            ))}
            <Section className="tear" style={{ padding: '12px 0 4px', borderTop: `1px dashed ${light.dash}` }}>
              {footer.map((line) => (
                <Text
                  key={line}
                  className="soft"
                  style={{ margin: '0 0 8px', fontSize: '14px', lineHeight: '20px', color: light.soft }}
                >
                  {line}
                </Text>
              ))}
            </Section>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

function TrialLine({ text, light }: { text: string; light: MailColours['light'] }) {
  return (
    <Section className="waiting" style={{ padding: '10px 16px', backgroundColor: light.waiting }}>
      <Text
        className="ink"
        style={{
          margin: 0,
          fontSize: '14px',
          lineHeight: '20px',
          fontWeight: 600,
          textAlign: 'center',
          color: light.ink,
        }}
      >
        {text}
      </Text>
    </Section>
  )
}

const arch = (width: number) => ({
  width: `${width}px`,
  height: `${width / 2}px`,
  borderRadius: `${width}px ${width}px 0 0`,
  fontSize: '1px',
  lineHeight: '1px',
})

type BrandMarkProps = { shop: MailShop; light: MailColours['light'] }

/** The shop's own logo, which travels with the mail, or the usual mark; beside it the name. */
function BrandMark({ shop: { name, logo }, light }: BrandMarkProps) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td style={{ verticalAlign: 'middle' }}>
            {logo ? <OwnLogo logo={logo} name={name} /> : <HalfSun light={light} />}
          </td>
          {logo?.hasName ? null : (
            <td
              style={{
                verticalAlign: 'middle',
                padding: '0 12px',
                color: light.boardText,
                fontSize: '20px',
                fontWeight: 700,
                lineHeight: '28px',
              }}
            >
              {name}
            </td>
          )}
        </tr>
      </tbody>
    </table>
  )
}

const LOGO_HIGH = 36
const LOGO_WIDE = 220

/** On white: a logo is made for paper, and the head of a mail is dark. */
function OwnLogo({ logo: { src, width, height }, name }: { logo: NonNullable<MailShop['logo']>; name: string }) {
  const scale = Math.min(LOGO_HIGH / height, LOGO_WIDE / width, 1)

  return (
    <img
      src={src}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      alt={name}
      style={{ display: 'block', padding: '6px', borderRadius: '8px', backgroundColor: '#ffffff' }}
    />
  )
}

/** The half sun on the horizon, drawn with table cells: pictures from a server are blocked, or tell that mail was read. */
function HalfSun({ light }: { light: MailColours['light'] }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} aria-hidden="true">
      <tbody>
        <tr>
          <td style={{ padding: '0 4px', borderBottom: `2px solid ${light.boardText}` }}>
            <div style={{ ...arch(20), backgroundColor: light.signal }}>&#8203;</div>
          </td>
        </tr>
        <tr>
          <td style={{ padding: '3px 8px 0' }}>
            <div style={{ borderBottom: `2px solid ${light.boardText}`, fontSize: '1px', lineHeight: '1px' }}>
              &#8203;
            </div>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
