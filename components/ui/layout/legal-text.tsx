import { getTranslations } from 'next-intl/server'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { TextBlock } from '#lib/settings/rules/legal-pages.ts'

type LegalTextProps = { text: { version: number; publishedAt: Date; blocks: TextBlock[] }; locale: Locale }

/** A text of the operator, with the version and the day that it is from. */
export async function LegalText({ text: { version, publishedAt, blocks }, locale }: LegalTextProps) {
  const t = await getTranslations({ locale, namespace: 'legal' })
  const date = new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(publishedAt)

  return (
    <>
      <p className="soft small mt-2">{t('version', { version: String(version), date })}</p>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a published text never move.
        <Block key={at} block={block} />
      ))}
    </>
  )
}

function Block({ block }: { block: TextBlock }) {
  if (block.type === 'heading') return <h2>{block.text}</h2>
  if (block.type === 'paragraph') return <p className="whitespace-pre-line">{block.text}</p>

  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
