import { getTranslations } from 'next-intl/server'
import { directionOf, type Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { TOOL_TITLES, type Tool } from '#lib/settings/rules/tools.ts'

/**
 * Hands the tools that the owner has switched on to `public/shop-tools.js`, and says in the footer that there are some: as
 * a button that asks anew where visitors are asked. Only in pages of shops with tools.
 */
export async function ShopTools({ locale, tools }: { locale: Locale; tools: readonly Tool[] }) {
  const t = await getTranslations({ locale, namespace: 'layout.tools' })
  const asking = tools.filter(({ asks }) => asks)
  const isAsking = asking.length > 0
  const texts = {
    label: t('change'),
    question: isAsking ? t('question', { tools: toolNames(asking, locale) }) : '',
    accept: t('accept'),
    decline: t('decline'),
  }
  // Which hosts they need says the policy of the page.
  const data = JSON.stringify({ tools: tools.map(({ sources: _, ...tool }) => tool), texts })

  return (
    <span data-tools={data}>
      {isAsking ? (
        <button type="button" className="text-link" data-tools-choice="">
          {t('change')}
        </button>
      ) : (
        t('counted', { tools: toolNames(tools, locale) })
      )}
      <script async src="/shop-tools.js" />
    </span>
  )
}

/** Names tools in a sentence. */
export function toolNames(tools: readonly Tool[], locale: Locale): string {
  const names = tools.map(({ name }) => isolated(TOOL_TITLES[name], locale))

  return new Intl.ListFormat(intlTag(locale)).format(names)
}

/** A Latin name within text from right to left keeps its words together, and the names their order. */
function isolated(name: string, locale: Locale): string {
  return directionOf(locale) === 'rtl' ? `\u2068${name}\u2069` : name
}
