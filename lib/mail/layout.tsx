import { Body, Container, Head, Heading, Html, Section, Text } from 'react-email'
import type { Locale } from '#lib/core/i18n/config.ts'
import { directionOf } from '#lib/core/i18n/direction.ts'
import { Block, numbered } from '#lib/mail/blocks.tsx'
import { BrandMark } from '#lib/mail/brand-mark.tsx'
import type { MailContent } from '#lib/mail/mail-content.ts'
import type { MailShop } from '#lib/mail/mail-props.ts'
import { type MailColours, mailColours } from '#lib/mail/palette.ts'

const FONTS = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, 'Noto Sans Arabic', sans-serif"

type Props = { content: MailContent; shop: MailShop; trialLine: string | null; locale: Locale }

/** A mail as one ticket: a dark header, what to know, and a tear line above the small print. */
export function MailLayout({ content, shop, trialLine, locale }: Props) {
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
