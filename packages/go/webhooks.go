package postline

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	defaultPrefix    = "Svc"
	defaultTolerance = 5 * time.Minute
	// maxSignatures is more than any rotation needs; each costs time.
	maxSignatures  = 10
	standardPrefix = "whsec_"
)

// WebhookVerificationError says why a request is not a genuine webhook of the service. Respond with 400 or 401.
type WebhookVerificationError struct {
	// Code is missing_header, invalid_timestamp, timestamp_out_of_range, invalid_signature or invalid_body.
	Code    string
	Message string
}

func (e *WebhookVerificationError) Error() string {
	return fmt.Sprintf("postline: %s: %s", e.Code, e.Message)
}

// WebhookVerifier verifies webhook requests. Only Secrets are required.
type WebhookVerifier struct {
	// Secrets are the signing_secret of the subscription, or its standard_secret; during a rotation, the new one and the
	// old one. Empty ones do not count.
	Secrets []string
	// HeaderPrefix is the first part of the names of the headers, as in Svc-Signature: Svc by default.
	HeaderPrefix string
	// Tolerance is the largest difference between the timestamp and the clock: 5 minutes by default.
	Tolerance time.Duration
	// Now returns the current time: time.Now by default.
	Now func() time.Time
}

// VerifyWebhook verifies a webhook request of a subscription with the format postline and returns its event. secrets are
// those of WebhookVerifier.
//
// rawBody is the body as it was received, before any parsing. Ignore an EventID that you already have: an event may arrive
// more than once. The error is a *WebhookVerificationError, or says that no secret is set or that one is not valid.
func VerifyWebhook(rawBody []byte, header http.Header, secrets ...string) (*WebhookRequest, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(rawBody, header)
}

// Verify is VerifyWebhook with the settings of the verifier.
func (v WebhookVerifier) Verify(rawBody []byte, header http.Header) (*WebhookRequest, error) {
	keys, err := keysOf(v.Secrets)
	if err != nil {
		return nil, err
	}
	claim, err := claimIn(header, v.HeaderPrefix)
	if err != nil {
		return nil, err
	}
	if err := v.checkTime(claim.timestamp); err != nil {
		return nil, err
	}
	if !isSigned(claim, rawBody, keys) {
		return nil, refused("invalid_signature", "no secret matches the signature")
	}
	var event WebhookRequest
	if err := json.Unmarshal(rawBody, &event); err != nil {
		return nil, refused("invalid_body", "the body is not the JSON of an event")
	}
	return &event, nil
}

// claim is what a request says of itself: when it was signed, its signatures, and what is signed before its body.
type claim struct {
	timestamp  string
	signatures [][]byte
	head       string
}

// claimIn reads the headers with the prefix, and if they are missing, those of Standard Webhooks.
func claimIn(header http.Header, prefix string) (claim, error) {
	if prefix == "" {
		prefix = defaultPrefix
	}
	if header.Get(prefix+"-Signature") == "" && header.Get("Webhook-Signature") != "" {
		return standardClaimIn(header)
	}
	values, err := valuesIn(header, prefix+"-Timestamp", prefix+"-Signature")
	if err != nil {
		return claim{}, err
	}
	signature, err := hex.DecodeString(values[1])
	if err != nil || len(signature) != sha256.Size || strings.ToLower(values[1]) != values[1] {
		return claim{}, refused("invalid_signature", "the signature is not 64 lowercase hex digits")
	}
	return claim{values[0], [][]byte{signature}, values[0] + "."}, nil
}

var standardSignature = regexp.MustCompile(`^v1,([A-Za-z0-9+/]{43}=)$`)

// standardClaimIn reads the headers of Standard Webhooks. Signatures of other versions than ours are ignored.
func standardClaimIn(header http.Header) (claim, error) {
	values, err := valuesIn(header, "Webhook-Id", "Webhook-Timestamp", "Webhook-Signature")
	if err != nil {
		return claim{}, err
	}
	var signatures [][]byte
	for _, text := range strings.Split(values[2], " ") {
		match := standardSignature.FindStringSubmatch(text)
		if match == nil || len(signatures) == maxSignatures {
			continue
		}
		if signature, err := base64.StdEncoding.DecodeString(match[1]); err == nil {
			signatures = append(signatures, signature)
		}
	}
	if len(signatures) == 0 {
		return claim{}, refused("invalid_signature", "the signature is not v1, and 32 bytes in base64")
	}
	return claim{values[1], signatures, values[0] + "." + values[1] + "."}, nil
}

func valuesIn(header http.Header, names ...string) ([]string, error) {
	values := make([]string, len(names))
	for i, name := range names {
		values[i] = header.Get(name)
		if values[i] == "" {
			return nil, refused("missing_header", "the header "+name+" is missing")
		}
	}
	return values, nil
}

var digits = regexp.MustCompile(`^[0-9]{1,12}$`)

func (v WebhookVerifier) checkTime(timestamp string) error {
	if !digits.MatchString(timestamp) {
		return refused("invalid_timestamp", "the timestamp is not a number of seconds")
	}
	tolerance, now := v.Tolerance, v.Now
	if tolerance == 0 {
		tolerance = defaultTolerance
	}
	if now == nil {
		now = time.Now
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if now().Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return refused("timestamp_out_of_range", fmt.Sprintf("the timestamp is more than %v off: an old request, or a wrong clock", tolerance))
	}
	return nil
}

// isSigned reports whether one of the keys made one of the signatures. It takes the same time whichever did.
func isSigned(claim claim, rawBody []byte, keys [][]byte) bool {
	isGenuine := false
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(claim.head))
		mac.Write(rawBody)
		expected := mac.Sum(nil)
		for _, signature := range claim.signatures {
			isGenuine = hmac.Equal(expected, signature) || isGenuine
		}
	}
	return isGenuine
}

// keysOf returns the keys of secrets. A secret is its text, or in the form of Standard Webhooks base64 of it.
func keysOf(secrets []string) ([][]byte, error) {
	var keys [][]byte
	for _, secret := range secrets {
		if secret == "" {
			continue
		}
		key := []byte(secret)
		if strings.HasPrefix(secret, standardPrefix) {
			var err error
			if key, err = base64.StdEncoding.DecodeString(secret[len(standardPrefix):]); err != nil {
				return nil, errors.New("postline: a secret is not valid: after whsec_ it must be base64. Pass the standard_secret unchanged")
			}
		}
		if len(key) == 0 {
			return nil, errors.New("postline: a secret is empty: pass the signing_secret of the subscription")
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, errors.New("postline: no secret is set: pass the signing_secret of the subscription")
	}
	return keys, nil
}

func refused(code, message string) *WebhookVerificationError {
	return &WebhookVerificationError{Code: code, Message: message}
}
