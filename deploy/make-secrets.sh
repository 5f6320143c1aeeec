#!/bin/sh
# Makes the secrets of docker-compose.yml once: deploy/make-secrets.sh [folder]. The default folder is ./secrets.
#
# Only you can enter the folder. Its files are readable by everybody, because Compose mounts each file unchanged into
# the containers that need it, and those run as other users.
set -eu
umask 077

folder="${1:-secrets}"
members=mongo1:27017,mongo2:27017,mongo3:27017

command -v openssl >/dev/null || { echo 'This needs openssl.' >&2; exit 1; }
# Fails if the folder exists: its passwords may be in use.
mkdir "$folder" || { echo "Nothing was changed. To make new secrets, first move $folder away." >&2; exit 1; }

# Letters and digits only: some secrets become parts of URLs.
random() { openssl rand -hex "$1"; }
# Writes its input to a file. `printf` and `cat` keep the secrets out of command lines, which other users can see.
put() { cat >"$folder/$1" && chmod 444 "$folder/$1"; }

mongo_password=$(random 24)
mongo_backup_password=$(random 24)
valkey_password=$(random 24)
valkey_hash=$(printf %s "$valkey_password" | openssl dgst -sha256 -r | cut -d ' ' -f 1)

random 378 | put mongo_key
random 24 | put mongo_admin_password
printf %s "$mongo_password" | put mongo_password
printf %s "$mongo_backup_password" | put mongo_backup_password
put mongodb_uri <<END
mongodb://postline:$mongo_password@$members/postline?replicaSet=rs0&authSource=admin
END
put mongo_backup <<END
uri: mongodb://backup:$mongo_backup_password@$members/?replicaSet=rs0&authSource=admin&readPreference=secondaryPreferred
END

# Postline can read and write its own keys, and cannot administer the server. Without a password, only PING is allowed.
put valkey_users <<END
user default off
user health on nopass -@all +ping
user postline on #$valkey_hash ~postline:* -@all +@read +@write +@connection -@admin -@dangerous +eval +evalsha +time +info
END
put redis_url <<END
redis://postline:$valkey_password@valkey:6379
END

printf 'sk_live_%s' "$(random 24)" | put bootstrap_admin_key
random 32 | put session_secret
random 32 | put callback_secret
openssl rand -base64 32 | put encryption_key

# Fill in those that you use. Empty files count as not set.
for name in smtp_url stripe_secret_key stripe_webhook_secret aws_api aws_worker aws_scheduler aws_smtp; do put "$name" </dev/null && chmod 644 "$folder/$name"; done

echo "The secrets are in $folder. Keep a copy where you keep passwords."
