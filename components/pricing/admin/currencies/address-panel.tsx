import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { failureText } from '#components/ui/admin/known-label.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Notice } from '#components/ui/notice.tsx'
import { call } from '#lib/core/client/request.ts'
import type { CurrenciesView } from '#lib/pricing/queries/admin-currencies.ts'
import type { fetchRatesCall } from '#lib/pricing/schema.ts'
import { saveSettings } from '#lib/settings/client/settings.ts'

/** Where the European Central Bank publishes the rates of each day. */
const CENTRAL_BANK = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

/** Where rates come from: the address, what came of asking it, how old a rate may be, and a file. */
export function AddressPanel({ view, children }: { view: CurrenciesView; children: ReactNode }) {
  const t = useTranslations('admin-pricing')
  const { source, mayChange, maySet } = view

  return (
    <Panel id="currency-source" title={t('currencies.source')}>
      <div className="grid gap-3 p-3.5">
        <LastFetch source={source} />
        {mayChange && source.url !== null ? (
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <AtOnce
              press={t('currencies.fetch')}
              send={() => call<typeof fetchRatesCall>('POST /api/admin/pricing/currencies/fetch')}
              roomTexts={t}
              tell={({ failure, notes }) =>
                failure === null
                  ? t('currencies.fetchedNow', { count: notes.filter(({ result }) => result === 'taken').length })
                  : { tone: 'bad', text: failureText([t], { code: failure }) }
              }
            />
          </div>
        ) : null}
        {maySet ? (
          <SourceForm source={source} />
        ) : (
          <p className="a-meta">{t('currencies.limit', { days: source.maxAgeDays })}</p>
        )}
        {children}
      </div>
    </Panel>
  )
}

function LastFetch({ source: { url, last } }: Pick<CurrenciesView, 'source'>) {
  const t = useTranslations('admin-pricing')
  if (url === null) return <p className="a-meta">{t('failed.no_url')}</p>
  const at = () => (last ? <LocalTime at={last.at} show="moment" /> : null)

  return (
    <>
      <p className="a-meta">
        <bdi>{url}</bdi>
      </p>
      {last?.state === 'failed' ? (
        <Notice tone="bad">
          {t.rich('currencies.fetchFailed', { at })} {failureText([t], { code: last.failure ?? 'unreachable' })}
        </Notice>
      ) : (
        <p className="a-meta">{last ? t.rich('currencies.fetched', { at }) : t('currencies.never')}</p>
      )}
    </>
  )
}

function SourceForm({ source: { url, days, maxAgeDays } }: Pick<CurrenciesView, 'source'>) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const save = useAction({
    roomTexts: t,
    send: (typed: { url: string; days: string }) =>
      saveSettings([
        { key: 'currencies.url', value: typed.url.trim() || null, seen: url },
        { key: 'currencies.days', value: toDays(typed.days), seen: days },
      ]),
  })

  return (
    <Form
      action={save}
      id="source"
      fields={[
        {
          ...({ kind: 'text', name: 'url', dir: 'ltr', isOptional: true, inputMode: 'url' } as const),
          ...{ label: t('currencies.url'), hint: t('currencies.urlHint'), placeholder: CENTRAL_BANK, maxLength: 500 },
          ...{ defaultValue: url ?? '' },
        },
        {
          ...({ kind: 'text', name: 'days', dir: 'ltr', isOptional: true, inputMode: 'numeric' } as const),
          ...{ label: t('currencies.days'), placeholder: String(maxAgeDays), maxLength: 2 },
          ...{ defaultValue: days === null ? '' : String(days) },
        },
      ]}
      press={tLabel('save')}
      isKept
    />
  )
}

/** A number where one was typed, and otherwise the text itself, which the store refuses. */
function toDays(text: string): number | string | null {
  const typed = text.trim()

  return typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : typed
}
