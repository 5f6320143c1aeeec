/*
 * Reports as mail servers write them, with CRLF: their structure, their fields and the order of these are those of the
 * servers; addresses, times and ids are made up.
 */

interface Told {
  /** The address that the report is about. */
  recipient: string
  /** Where the report goes: the envelope sender of the mail. */
  to?: string
  status?: string
  action?: string
  diagnostic?: string
}

const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')

const ORIGINAL = (recipient: string) => `Received: from shop.example (shop.example [192.0.2.10])
\tby mx.example.net; Sun, 22 Nov 2026 10:00:00 +0000 (UTC)
From: Shop <hello@shop.example>
To: ${recipient}
Subject: Your order
Message-ID: <msg_1@shop.example>
Date: Sun, 22 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
`

/** Postfix 3: `bounce`, with Original-Recipient and the queue id. */
export function postfix({
  recipient,
  to = 'bounces@shop.example',
  action = 'failed',
  status = '5.1.1',
  diagnostic = `550 5.1.1 <${recipient}>: Recipient address rejected: User unknown`,
}: Told): string {
  return crlf(`Return-Path: <>
Date: Sun, 22 Nov 2026 10:00:05 +0000 (UTC)
From: MAILER-DAEMON@relay.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4dXk2J1Wz8z9sQY.1795341605/relay.example"
Content-Transfer-Encoding: 8bit
Message-Id: <4dXk2J2BzQz9sQZ@relay.example>

This is a MIME-encapsulated message.

--4dXk2J1Wz8z9sQY.1795341605/relay.example
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host relay.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

                   The mail system

<${recipient}>: host mx.example.net[198.51.100.7] said: ${diagnostic} (in reply to RCPT TO command)

--4dXk2J1Wz8z9sQY.1795341605/relay.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
X-Postfix-Queue-ID: 4dXk2J1Wz8z9sQY
X-Postfix-Sender: rfc822; ${to}
Arrival-Date: Sun, 22 Nov 2026 10:00:01 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.net
Diagnostic-Code: smtp; ${diagnostic}

--4dXk2J1Wz8z9sQY.1795341605/relay.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: 8bit

${ORIGINAL(recipient)}
--4dXk2J1Wz8z9sQY.1795341605/relay.example--
`)
}

/** Exim 4: no Original-Recipient, a long folded diagnostic, the whole mail behind it. */
export function exim({ recipient, to = 'bounces@shop.example', action = 'failed', status = '5.0.0' }: Told): string {
  return crlf(`Return-path: <>
Envelope-to: ${to}
Received: from Debian-exim by relay.example with local (Exim 4.98)
\tid 1vMabc-0000000001x-0Zz1
\tfor ${to};
\tSun, 22 Nov 2026 10:00:05 +0000
X-Failed-Recipients: ${recipient}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@relay.example>
To: ${to}
References: <msg_1@shop.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=1795341605-eximdsn-804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1vMabc-0000000001x-0Zz1@relay.example>
Date: Sun, 22 Nov 2026 10:00:05 +0000

--1795341605-eximdsn-804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${recipient}
    host mx.example.net [198.51.100.7]
    SMTP error from remote mail server after RCPT TO:<${recipient}>:
    550 No such user here

--1795341605-eximdsn-804289383
Content-type: message/delivery-status

Reporting-MTA: dns; relay.example

Action: ${action}
Final-Recipient: rfc822;${recipient}
Status: ${status}
Remote-MTA: dns; mx.example.net
Diagnostic-Code: smtp; 550 No such user here

--1795341605-eximdsn-804289383
Content-type: message/rfc822

Return-path: <${to}>
${ORIGINAL(recipient)}
Hello.

--1795341605-eximdsn-804289383--
`)
}

/** Exchange Online: a text and an HTML alternative in quoted-printable first, a code of its own in the diagnostic. */
export function exchange({ recipient, to = 'bounces@shop.example', status = '5.1.10' }: Told): string {
  return crlf(`From: postmaster@contoso.example
To: ${to}
Date: Sun, 22 Nov 2026 10:00:05 +0000
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="8f1c1f0e-5c2c-4d2f-9d3f-5f1c2a7f0b11"
MIME-Version: 1.0
X-MS-Exchange-Message-Is-Ndr:
Message-ID: <8f1c1f0e-5c2c-4d2f-9d3f@contoso.example>
In-Reply-To: <msg_1@shop.example>
Subject: Undeliverable: Your order

--8f1c1f0e-5c2c-4d2f-9d3f-5f1c2a7f0b11
Content-Type: multipart/alternative; differences=Content-Type;
\tboundary="5d1c2a7f-1f0e-4d2f-9d3f-8f1c1f0e0b11"

--5d1c2a7f-1f0e-4d2f-9d3f-8f1c1f0e0b11
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or groups:=0D=0A=0D=0A${recipient.replace('@', '=40')}

--5d1c2a7f-1f0e-4d2f-9d3f-8f1c1f0e0b11
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html><body><p>The email address you entered couldn't be found.</p></body></h=
tml>

--5d1c2a7f-1f0e-4d2f-9d3f-8f1c1f0e0b11--

--8f1c1f0e-5c2c-4d2f-9d3f-5f1c2a7f0b11
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01MB0001.eurprd01.prod.exchangelabs.example
Received-From-MTA: dns;relay.example
Arrival-Date: Sun, 22 Nov 2026 10:00:03 +0000

Original-Recipient: rfc822;${recipient}
Final-Recipient: rfc822;${recipient}
Action: failed
Status: ${status}
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: ${recipient}

--8f1c1f0e-5c2c-4d2f-9d3f-5f1c2a7f0b11
Content-Type: message/rfc822

${ORIGINAL(recipient)}
Hello.

--8f1c1f0e-5c2c-4d2f-9d3f-5f1c2a7f0b11--
`)
}

/** Gmail: a multipart/related with a picture first, Google's words and a link in the diagnostic. */
export function gmail({ recipient, to = 'bounces@shop.example', status = '5.1.1' }: Told): string {
  return crlf(`Delivered-To: ${to}
Received: by 2002:a05:6102:1234 with SMTP id abc; Sun, 22 Nov 2026 02:00:05 -0800 (PST)
Content-Type: multipart/report; boundary="000000000000a1b2c305d1e2f3a4"; report-type=delivery-status
To: ${to}
Auto-Submitted: auto-replied
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Subject: Delivery Status Notification (Failure)
References: <msg_1@shop.example>
In-Reply-To: <msg_1@shop.example>
Message-ID: <6921a1b2.050a0220.1a2b3.c4d5.GMR@mx.google.com>
Date: Sun, 22 Nov 2026 02:00:05 -0800 (PST)

--000000000000a1b2c305d1e2f3a4
Content-Type: multipart/related; boundary="000000000000a1c8a705d1e2f3a9"

--000000000000a1c8a705d1e2f3a9
Content-Type: multipart/alternative; boundary="000000000000a1c8ae05d1e2f3aa"

--000000000000a1c8ae05d1e2f3aa
Content-Type: text/plain; charset="UTF-8"


** Address not found **

Your message wasn't delivered to ${recipient} because the address couldn't be found.

--000000000000a1c8ae05d1e2f3aa
Content-Type: text/html; charset="UTF-8"

<html><body>Address not found</body></html>
--000000000000a1c8ae05d1e2f3aa--
--000000000000a1c8a705d1e2f3a9
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
--000000000000a1c8a705d1e2f3a9--
--000000000000a1b2c305d1e2f3a4
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Sun, 22 Nov 2026 02:00:03 -0800 (PST)
X-Original-Message-ID: <msg_1@shop.example>

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: ${status}
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2607:f8b0:4001:c1a::1a, the server for the domain example.net.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550-5.1.1 unnecessary spaces. For more information, go to
 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a1b2-20020a05.123 - gsmtp
Last-Attempt-Date: Sun, 22 Nov 2026 02:00:05 -0800 (PST)

--000000000000a1b2c305d1e2f3a4
Content-Type: message/rfc822

${ORIGINAL(recipient)}
Hello.

--000000000000a1b2c305d1e2f3a4--
`)
}

/** Sendmail 8: types in capitals, angle brackets, a comment behind the action; here the warning after four hours. */
export function sendmail({
  recipient,
  to = 'bounces@shop.example',
  action = 'delayed',
  status = '4.4.1',
  diagnostic = '451 4.4.1 reply: read error from mx.example.net.',
}: Told): string {
  return crlf(`Return-Path: <MAILER-DAEMON>
Received: from localhost (localhost)
\tby relay.example (8.18.1/8.18.1) id 5AMA05xx012345;
\tSun, 22 Nov 2026 10:00:05 GMT
Date: Sun, 22 Nov 2026 10:00:05 GMT
From: Mail Delivery Subsystem <MAILER-DAEMON>
Message-Id: <202611221000.5AMA05xx012345@relay.example>
To: <${to}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="5AMA05xx012345.1795341605/relay.example"
Subject: Warning: could not send message for past 4 hours
Auto-Submitted: auto-generated (warning-timeout)

This is a MIME-encapsulated message

--5AMA05xx012345.1795341605/relay.example

    **********************************************
    **      THIS IS A WARNING MESSAGE ONLY      **
    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **
    **********************************************

   ----- The following addresses had transient non-fatal errors -----
<${recipient}>

--5AMA05xx012345.1795341605/relay.example
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
Arrival-Date: Sun, 22 Nov 2026 06:00:01 GMT

Final-Recipient: RFC822; <${recipient}>
Action: ${action} (to be retried)
Status: ${status}
Remote-MTA: DNS; mx.example.net
Diagnostic-Code: SMTP; ${diagnostic}
Last-Attempt-Date: Sun, 22 Nov 2026 10:00:05 GMT
Will-Retry-Until: Fri, 27 Nov 2026 06:00:01 GMT

--5AMA05xx012345.1795341605/relay.example
Content-Type: text/rfc822-headers

${ORIGINAL(recipient)}
--5AMA05xx012345.1795341605/relay.example--
`)
}

/** A feedback loop like Yahoo's: the recipient is blanked out in the report, and in the mail that it returns. */
export function feedbackLoop({
  recipient,
  to = 'bounces@shop.example',
  type = 'abuse',
  isRedacted = true,
}: Told & { type?: string; isRedacted?: boolean }): string {
  const shown = isRedacted ? 'redacted@yahoo.example' : recipient
  return crlf(`From: Yahoo Mail AntiSpam Feedback <feedback@arf.mail.yahoo.example>
To: <${to}>
Subject: FW:Your order
Date: Sun, 22 Nov 2026 10:00:05 +0000
Mime-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
  boundary="------------Boundary-00=_8A3F6"
X-Yahoo-Newman-Property: cfl

--------------Boundary-00=_8A3F6
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report for an email message from shop.example on Sun, 22 Nov 2026 10:00:05 PST

--------------Boundary-00=_8A3F6
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
Original-Mail-From: <${to}>
${isRedacted ? '' : `Original-Rcpt-To: ${recipient}\n`}Received-Date: Sun, 22 Nov 2026 09:59:05 PST
Reported-Domain: shop.example
Authentication-Results: dkim=pass (ok)

--------------Boundary-00=_8A3F6
Content-Type: message/rfc822

${ORIGINAL(shown)}
Hello.
--------------Boundary-00=_8A3F6--
`)
}

/** What a person's mail program answers by itself: no report. */
export function vacation({ recipient, to = 'bounces@shop.example' }: Told): string {
  return crlf(`From: <${recipient}>
To: <${to}>
Subject: Out of office
Auto-Submitted: auto-replied (vacation)
Date: Sun, 22 Nov 2026 10:00:05 +0000

I am away until Monday.
`)
}
