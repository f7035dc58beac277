// Starts the tools that the owner of the shop has switched on, and asks first where one needs a yes. A page of a shop
// without tools does not name this file. What is known of each tool stands in lib/settings/rules/tools.ts.
;(() => {
  const STORE = 'tools'
  const TOLD_MS = 300
  const SAFE = /^[\w .~+-]{1,64}$/

  // Read when the document is whole: on a slow line this file is there before the footer that names the tools.
  let tools = []
  let texts = {}
  let asked = []
  // The policy of the document is that of the address it was loaded from, wherever somebody goes from there.
  const born = placeOf(location.pathname)
  const running = new Map()
  // Where storage is refused, the choice lives as long as the document.
  let kept = ''
  let shown = ''

  function placeOf(path) {
    return /^(?:\/[a-z]{2}(?=\/|$))?\/?([^/]*)/.exec(path)[1]
  }

  function readChoice() {
    try {
      return localStorage.getItem(STORE) ?? kept
    } catch {
      return kept
    }
  }

  function keepChoice(answer) {
    kept = `${answer} ${asked.join()}`
    try {
      localStorage.setItem(STORE, kept)
    } catch {}
  }

  /** `yes`, `no`, or nothing where nobody was asked about every tool that asks now. */
  function choice() {
    const [answer, names = ''] = readChoice().split(' ')

    return asked.every((name) => names.split(',').includes(name)) ? answer : ''
  }

  const isWanted = ({ asks }) => !asks || choice() === 'yes'
  const fits = ({ pages }, at) => pages.includes(at)

  /** The address without what may say something about a person: of its parts only a campaign's stay. */
  function cleanAddress() {
    const campaign = new URLSearchParams()
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (/^utm_(source|medium|campaign|term|content)$/.test(name) && SAFE.test(value)) campaign.set(name, value)
    }
    const query = campaign.toString()

    return location.origin + location.pathname + (query ? `?${query}` : '')
  }

  function load(src, attributes = {}) {
    const script = document.createElement('script')
    Object.assign(script, { src, async: true, referrerPolicy: 'strict-origin' })
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
    document.head.append(script)
  }

  /** Begins with a tool, and returns what tells it of a visit. */
  const START = {
    plausible({ src, site }) {
      window.plausible ??= (...call) => {
        window.plausible.q ??= []
        window.plausible.q.push(call)
      }
      load(src, { 'data-domain': site })

      return (u) => window.plausible('pageview', { u })
    },
    matomo({ src, to, site }) {
      window._paq ??= []
      const say = (...call) => window._paq.push(call)
      say('disableCookies')
      say('disableBrowserFeatureDetection')
      say('setTrackerUrl', to)
      say('setSiteId', site)
      load(src)

      return (address, title) => {
        say('setCustomUrl', address)
        say('setDocumentTitle', title)
        say('trackPageView')
      }
    },
    ga4({ src, id }) {
      window.dataLayer ??= []
      // It reads the list of arguments itself, not an array.
      function gtag() {
        // biome-ignore lint/complexity/noArguments: what Google's own snippet pushes.
        window.dataLayer.push(arguments)
      }
      gtag('js', new Date())
      gtag('set', { page_location: cleanAddress() })
      gtag('config', id, {
        send_page_view: false,
        allow_google_signals: false,
        allow_ad_personalization_signals: false,
      })
      load(src)

      return (address, title) => {
        gtag('set', { page_location: address, page_title: title })
        gtag('event', 'page_view', { page_location: address, page_title: title })
      }
    },
    meta({ to, id }) {
      return (address) => {
        const query = new URLSearchParams({ id, ev: 'PageView', dl: address, noscript: '1', ts: String(Date.now()) })
        Object.assign(new Image(), { referrerPolicy: 'strict-origin', src: `${to}?${query}` })
      }
    },
    crisp({ src, id }) {
      window.$crisp = []
      window.CRISP_WEBSITE_ID = id
      load(src)

      return () => {}
    },
    intercom({ src, api, id }) {
      const waiting = (...call) => waiting.q.push(call)
      waiting.q = []
      waiting.c = (call) => waiting.q.push(call)
      window.Intercom = waiting
      window.intercomSettings = { api_base: api, app_id: id }
      load(src)
      let isFirst = true

      return () => {
        if (!isFirst) window.Intercom('update')
        isFirst = false
      }
    },
  }

  /** Starts what may run here, and tells what runs of the visit. */
  function visit() {
    const at = placeOf(location.pathname)
    const saysNothing = cleanAddress() === location.href
    // Somebody went back to a page that knows none of this, within the same document.
    if (tools.some((tool) => running.has(tool.name) && !fits(tool, at))) return location.reload()
    for (const tool of tools) {
      const mayStart = isWanted(tool) && fits(tool, born) && fits(tool, at) && (saysNothing || !tool.readsAddress)
      if (mayStart && !running.has(tool.name)) running.set(tool.name, START[tool.name](tool.start))
      running.get(tool.name)?.(cleanAddress(), document.title)
    }
    if (!bar && choice() === '' && tools.some((tool) => tool.asks && fits(tool, at))) ask(null)
  }

  /** Tells of the page that is shown now, once, when its title has come too. */
  function follow() {
    if (location.pathname === shown) return
    shown = location.pathname
    setTimeout(() => {
      if (location.pathname === shown) visit()
    }, TOLD_MS)
  }

  /** Leaves a link to the browser where the page behind it has tools that this document has not, or the other way round. */
  function onClick(event) {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!link || link.origin !== location.origin) return
    const at = placeOf(link.pathname)
    const differs = tools.some((tool) => {
      return running.has(tool.name) ? !fits(tool, at) : isWanted(tool) && fits(tool, at) && !fits(tool, born)
    })
    if (differs) event.stopImmediatePropagation()
  }

  function takeBack() {
    const names = [...document.cookie.split(/=[^;]*;? ?/), ...storedNames()]
    const begins = tools.flatMap(({ leaves }) => leaves)
    for (const name of names.filter((one) => begins.some((begin) => one.startsWith(begin)))) {
      const gone = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
      document.cookie = gone
      // Set for the domain above by some: a browser takes only what it may.
      const parts = location.hostname.split('.')
      for (let at = 0; at < parts.length - 1; at += 1) document.cookie = `${gone}; domain=.${parts.slice(at).join('.')}`
      try {
        localStorage.removeItem(name)
      } catch {}
    }
    location.reload()
  }

  function storedNames() {
    try {
      return Object.keys(localStorage)
    } catch {
      return []
    }
  }

  let bar = null

  /** Asks. `from`: what was pressed to come here; it has the focus again afterwards. */
  function ask(from) {
    if (bar) return bar.querySelector('button')?.focus()
    bar = document.createElement('section')
    bar.className =
      'tools-choice fixed inset-x-0 mx-auto flex items-center gap-2 border border-(--line) bg-(--card) px-3 py-2 shadow-(--shadow)'
    bar.setAttribute('aria-label', texts.label)
    Object.assign(bar.style, {
      bottom: '0.5rem',
      zIndex: '5',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      width: 'min(44rem, calc(100% - 1rem))',
      borderRadius: '1rem',
      padding: '0.75rem 1rem',
    })
    const words = document.createElement('p')
    words.textContent = texts.question
    Object.assign(words.style, { flex: '1 1 18rem', fontSize: '0.9375rem', lineHeight: '1.45' })
    const answers = document.createElement('div')
    Object.assign(answers.style, { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0.5rem', flex: '0 1 auto' })
    answers.append(button(texts.decline, 'no', from), button(texts.accept, 'yes', from))
    bar.append(words, answers)
    // First in the document: whoever goes through it by key or by ear comes upon it before all else.
    document.body.prepend(bar)
    // What has the focus is not to stand behind it.
    document.documentElement.style.scrollPaddingBottom = `${bar.offsetHeight + 16}px`
    if (from) answers.firstElementChild.focus()
  }

  function button(text, answer, from) {
    const made = document.createElement('button')
    Object.assign(made, { type: 'button', className: 'btn btn-small', textContent: text })
    made.addEventListener('click', () => {
      const former = choice()
      keepChoice(answer)
      bar.remove()
      bar = null
      document.documentElement.style.scrollPaddingBottom = ''
      from?.focus()
      if (answer === 'yes') visitNew()
      else if (former === 'yes') takeBack()
    })

    return made
  }

  /** After a yes: what did not run before is told of this page; the others know of it. */
  function visitNew() {
    const known = new Map(running)
    for (const [name] of known) running.set(name, () => {})
    visit()
    for (const [name, tell] of known) running.set(name, tell)
  }

  function begin() {
    const place = document.querySelector('[data-tools]')
    if (!place) return
    ;({ tools, texts } = JSON.parse(place.dataset.tools))
    asked = tools.filter(({ asks }) => asks).map(({ name }) => name)
    // One question at a time. Not in the sheet of all pages, which shops without tools carry too.
    document.styleSheets[0]?.insertRule('.tools-choice ~ .language-offer { display: none }')
    const opener = document.querySelector('[data-tools-choice]')
    opener?.addEventListener('click', () => ask(opener))
    document.addEventListener('click', onClick, { capture: true })
    for (const name of ['pushState', 'replaceState']) {
      const plain = history[name]
      history[name] = function (...call) {
        plain.apply(this, call)
        follow()
      }
    }
    addEventListener('popstate', follow)
    follow()
  }

  // After the page itself: nothing of it waits for tools, and nothing is put into it while it comes alive.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(begin)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)
})()
