import { registrableDomain } from '../../domains/domain-name.js'

/*
 * Providers at whose domains anybody can have a mailbox. Their domains say nothing about a sender, so a sender there is
 * known by the address. Whoever is missing here is treated as a company whose mail is all from one sender.
 */

/** Names that providers use under many top-level domains, like `yahoo.co.uk`. */
const FAMILIES = new Set(
  ['aol', 'fastmail', 'gmx', 'googlemail', 'hotmail', 'live', 'mail', 'outlook', 'proton', 'protonmail', 'tuta'].concat(
    ['tutanota', 'yahoo', 'yandex', 'zoho', 'zohomail', 'ymail', 'rediffmail', 'hushmail', 'mailfence', 'inbox'],
  ),
)
const DOMAINS = new Set(
  [
    ['gmail.com', 'msn.com', 'passport.com', 'icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com', 'pm.me'],
    ['rocketmail.com', 'aim.com', 'hey.com', 'duck.com', 'mozmail.com', 'fastmail.fm', 'posteo.de', 'posteo.net'],
    ['mailbox.org', 'runbox.com', 'startmail.com', 'tutamail.com', 'keemail.me', 'web.de', 't-online.de', 'freenet.de'],
    [
      'arcor.de',
      '1und1.de',
      'bluewin.ch',
      'hispeed.ch',
      'sunrise.ch',
      'aon.at',
      'chello.at',
      'orange.fr',
      'wanadoo.fr',
    ],
    ['free.fr', 'laposte.net', 'sfr.fr', 'neuf.fr', 'bbox.fr', 'libero.it', 'virgilio.it', 'alice.it', 'tiscali.it'],
    ['tin.it', 'telenet.be', 'skynet.be', 'proximus.be', 'ziggo.nl', 'kpnmail.nl', 'planet.nl', 'xs4all.nl', 'home.nl'],
    ['telia.com', 'bredband.net', 'online.no', 'mail.dk', 'seznam.cz', 'email.cz', 'centrum.cz', 'azet.sk', 'wp.pl'],
    [
      'o2.pl',
      'onet.pl',
      'op.pl',
      'interia.pl',
      'poczta.fm',
      'freemail.hu',
      'citromail.hu',
      'abv.bg',
      'ukr.net',
      'i.ua',
    ],
    ['bk.ru', 'list.ru', 'rambler.ru', 'ya.ru', 'qq.com', 'foxmail.com', '163.com', '126.com', 'yeah.net', 'sina.com'],
    ['sina.cn', 'sohu.com', 'aliyun.com', '139.com', 'naver.com', 'daum.net', 'hanmail.net', 'kakao.com', 'nate.com'],
    ['docomo.ne.jp', 'ezweb.ne.jp', 'softbank.ne.jp', 'btinternet.com', 'sky.com', 'virginmedia.com', 'talktalk.net'],
    ['ntlworld.com', 'blueyonder.co.uk', 'eircom.net', 'comcast.net', 'att.net', 'sbcglobal.net', 'bellsouth.net'],
    ['verizon.net', 'cox.net', 'charter.net', 'spectrum.net', 'earthlink.net', 'optonline.net', 'juno.com', 'shaw.ca'],
    [
      'rogers.com',
      'sympatico.ca',
      'telus.net',
      'videotron.ca',
      'uol.com.br',
      'bol.com.br',
      'terra.com.br',
      'ig.com.br',
    ],
    ['bigpond.com', 'optusnet.com.au', 'iinet.net.au', 'xtra.co.nz', 'walla.co.il', 'walla.com'],
  ].flat(),
)

/** Whether anybody can have an address at a domain. */
export function isMailboxProvider(domain: string): boolean {
  const name = registrableDomain(domain)
  return DOMAINS.has(domain) || DOMAINS.has(name) || FAMILIES.has(name.slice(0, name.indexOf('.')))
}
