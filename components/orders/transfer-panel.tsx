import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CopyButton } from '#components/esims/copy-button.tsx'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { Sum } from '#components/orders/sum.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { type Money, toDecimalText } from '#lib/core/rules/money.ts'
import { accountLines } from '#lib/orders/rules/account-lines.ts'
import type { TransferTerms } from '#lib/settings/rules/shop.ts'

type TransferPanelProps = { transfer: TransferTerms; isTest: boolean }

/** What to transfer where, until when, and what happens then: the top of an order that waits for its transfer. */
export function TransferPanel({ transfer, isTest }: TransferPanelProps) {
  const t = useTranslations('transfer')
  const locale = toLocale(useLocale())
  const { holder, account, reference, amount, until } = transfer

  return (
    <section className="transfer" aria-labelledby="transfer">
      <div role="status">
        <h1 id="transfer">{t('heading')}</h1>
        <p className="mt-3">{t('body')}</p>
      </div>
      {isTest ? (
        <Notice tone="wait" className="mt-4">
          {t('test')}
        </Notice>
      ) : null}
      <div className="transfer-values">
        <Row name={t('amount')} copy={plainAmount(amount, moneyTag(locale))}>
          <b className="big">
            <Sum of={amount} />
          </b>
        </Row>
        <Row name={t('reference')} copy={reference}>
          <code className="ltr">{reference}</code>
        </Row>
        <Row name={t('holder')} copy={holder}>
          <bdi>{holder}</bdi>
        </Row>
        {accountLines(account).map(({ name, value }, index) => (
          <Row key={`${name} ${value}`} name={name ?? t('account', { n: index + 1 })} copy={value}>
            <code className="ltr">{value}</code>
          </Row>
        ))}
        {until ? (
          <div className="value">
            <span className="value-name">{t('until')}</span>
            <span>
              <b>
                <LocalTime at={until} show="date_time" />
              </b>{' '}
              (<ZoneName at={until} />)
            </span>
          </div>
        ) : null}
      </div>
      <h2 className="history-title">{t('next')}</h2>
      <ol className="transfer-next">
        <li>{t('stepTransfer')}</li>
        <li>{t('stepOrder')}</li>
        <li>{t('stepMail')}</li>
      </ol>
      <p className="small soft mt-4">
        {t.rich('otherwise', {
          find: (words) => (
            <a className="text-link" href="/find">
              {words}
            </a>
          ),
        })}
      </p>
    </section>
  )
}

function Row({ name, copy, children }: { name: string; copy: string; children: ReactNode }) {
  return (
    <div className="value">
      <span className="value-name">{name}</span>
      {children}
      <CopyButton name={name} value={copy} />
    </div>
  )
}

// As a bank's form takes it: the decimal mark of the language, no groups, no currency.
function plainAmount(amount: Money, tag: string): string {
  const text = toDecimalText(amount)
  const mark = new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

  return text.replace('.', mark)
}
