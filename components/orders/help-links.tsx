import { useLocale, useTranslations } from 'next-intl'
import { Icon } from '#components/ui/icon.tsx'
import { toLocale } from '#lib/i18n/config.ts'
import { localePath } from '#lib/i18n/routing.ts'

/** Where to turn when something does not work. */
export function HelpLinks({ writeHref }: { writeHref: string }) {
  const t = useTranslations('order.help')
  const locale = toLocale(useLocale())
  const links = [
    { key: 'noService', href: localePath(locale, '/help/no-service') },
    { key: 'usedCode', href: localePath(locale, '/help/code-used') },
    { key: 'write', href: writeHref },
  ] as const

  return (
    <section className="panel no-print">
      <h2>{t('heading')}</h2>
      <ul className="ways">
        {links.map(({ key, href }) => (
          <li key={key}>
            <a href={href}>
              <b>{t(key)}</b>
              <Icon name="next" className="soft" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
