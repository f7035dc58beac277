import { useLocale, useTranslations } from 'next-intl'
import { LinkList } from '#components/orders/link-list.tsx'
import { OrderPart } from '#components/orders/order-part.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type HelpPartProps = {
  writeHref: string
  destination: string
  /** The page of an opened eSIM, which knows its networks; without it the general steps are shown. */
  esimHref?: string | null
  /** Whether the order brought a code: what was put on an eSIM that is there already has none. */
  hasCode?: boolean
}

/** Where to turn when something does not work. */
export function HelpPart({ writeHref, destination, esimHref = null, hasCode = true }: HelpPartProps) {
  const t = useTranslations('order.help')
  const locale = toLocale(useLocale())

  return (
    <OrderPart id="help" icon="unknown" name={t('heading')} state={t(hasCode ? 'what' : 'whatTopUp')}>
      <LinkList>
        <Way
          name={t('noService')}
          href={esimHref === null ? localePath(locale, '/help/no-service') : `${esimHref}#no-service`}
        />
        {hasCode ? (
          <li>
            <details>
              <summary>
                <b>{t('usedCode')}</b>
                <Icon name="down" className="soft" />
              </summary>
              <p className="soft pb-3">{t('usedCodeAnswer', { destination })}</p>
            </details>
          </li>
        ) : null}
        <Way name={t('write')} href={writeHref} />
      </LinkList>
    </OrderPart>
  )
}

function Way({ name, href }: { name: string; href: string }) {
  return (
    <li>
      <a href={href}>
        <b>{name}</b>
        <Icon name="next" className="soft" />
      </a>
    </li>
  )
}
