const SHORTEST = 8
const LONGEST = 256

/** Why a password is refused. There are no rules about kinds of characters. */
export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'personal'

// What people really type, in plain letters. Changes of case, figures for letters and figures at the end are undone
// before looking here, so that each entry stands for hundreds of passwords of the lists of broken accounts.
const COMMON = new Set(
  (
    'password passwort passord contrasena motdepasse senha parola wachtwoord haslo salasana passcode passphrase ' +
    'secret secreto geheim letmein welcome welcomeback willkommen bienvenue admin administrator adminadmin root toor ' +
    'superuser superadmin manager owner master default guest guestguest login loginlogin user username changeme ' +
    'changeit change temp temporary test tester testtest testing demo demodemo sample example qwerty qwertz azerty ' +
    'qwertyui qwertyuiop qwertyqwerty asdf asdfgh asdfghjk asdfghjkl zxcv zxcvbn zxcvbnm zxcvbnmasdf qazwsx qazwsxedc ' +
    'qweasd qweasdzxc poiuytrewq lkjhgfdsa mnbvcxz abc abcabc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij ' +
    'aabbcc iloveyou iloveme loveyou lovely lovelove love ilove tequiero teamo jetaime ichliebedich dragon monkey ' +
    'sunshine princess princesa prinzessin football fussball futbol soccer baseball basketball hockey tennis golf ' +
    'superman batman spiderman ironman starwars startrek pokemon pikachu naruto minecraft fortnite michael jennifer ' +
    'jordan jessica ashley amanda daniel thomas andrew joshua matthew robert charlie george william nicole michelle ' +
    'hunter killer shadow flower freedom whatever trustno computer internet samsung google facebook instagram youtube ' +
    'linkedin twitter microsoft windows apple iphone android summer winter spring autumn sommer fruehling herbst ' +
    'january february monday friday sunday hello hellohello hallo hallohallo hola bonjour cheese chocolate banana ' +
    'orange cookie coffee butterfly diamond silver golden purple yellow ginger pepper buster mustang corvette ferrari ' +
    'porsche mercedes harley yankees liverpool arsenal chelsea barcelona realmadrid bayern juventus america germany ' +
    'deutschland england france london paris berlin madrid israel business company office money bitcoin access ' +
    'accessgranted security server database network backup system service support letmeinnow nothing forever angel ' +
    'angels babygirl bigdaddy blessed blink jesus jesuschrist godisgood heaven matrix merlin midnight maverick phoenix ' +
    'ranger rainbow scooter snoopy tigger thunder turtle victoria wizard zaq zaqxsw fuckyou fuckoff asshole bullshit ' +
    'esim simcard roaming travel traveller traveler holiday vacation landfall'
  ).split(' '),
)

const EMAILS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]

/**
 * Returns why a password may not be used, `null` when it may: 8 to 256 characters, on no list of common ones, and not
 * made of what everybody knows about its owner.
 */
export function passwordProblem(password: string, about: { email: string; name: string }): PasswordProblem | null {
  const length = [...password].length
  if (length < SHORTEST) return 'too_short'
  if (length > LONGEST) return 'too_long'
  if (isPersonal(password, about)) return 'personal'

  return isCommon(password) ? 'common' : null
}

function isCommon(password: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size <= 3 || isRepeated(text) || isRow(text)) return true
  const bare = text.replaceAll(/[^\p{L}\p{N}@$!]/gu, '')
  const core = bare.replace(/^[\d!$@]+/, '').replace(/[\d!$@]+$/, '')
  const candidates = [bare, core, unleet(bare), unleet(core), unleet(core).replace(/i+$/, '')]

  return /^[\d\p{P}\p{S}\s]+$/u.test(text)
    ? isShortNumber(text)
    : candidates.some((word) => COMMON.has(word) || isRow(word))
}

// Figures alone are dates and telephone numbers until they are long.
function isShortNumber(text: string): boolean {
  return text.length <= 12
}

function unleet(text: string): string {
  return [...text].map((character) => EMAILS[character] ?? character).join('')
}

function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text)
}

function isRow(text: string): boolean {
  if (text.length < 4) return false

  return ROWS.some((row) => row.includes(text) || [...row].reverse().join('').includes(text))
}

function isPersonal(password: string, { email, name }: { email: string; name: string }): boolean {
  const text = password.toLowerCase()
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const words = [local, domain.split('.')[0] ?? '', ...name.toLowerCase().split(/\s+/)].filter(
    (word) => word.length > 2,
  )
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)

  return text === email.toLowerCase() || (rest.length < text.length && rest.replaceAll(/\P{L}/gu, '').length < 2)
}
