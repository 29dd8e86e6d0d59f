//! Passwords and TLS of `PostgreSQL`, with a server that takes nothing else.

use std::path::Path;

use ingenio_store::Store;

use crate::place::run;
use crate::postgres_server::{Guarded, is_left_out};

/// Opens the database; gives what was complained of.
async fn open(port: u16, host: &str, password: &str, mode: &str, root: &Path) -> Result<(), String> {
    let root = root.display();
    let address =
        format!("postgres://ingenio:{password}@{host}:{port}/postgres?sslmode={mode}&sslrootcert={root}");
    match Store::open(&address).await {
        Ok(store) => {
            let answered = store.answers().await.map_err(|trouble| trouble.message().english());
            store.close().await;
            answered
        }
        Err(trouble) => Err(trouble.message().english()),
    }
}

#[test]
fn passwords_and_certificates_are_held_to() {
    if is_left_out() {
        return;
    }
    let guarded = Guarded::start();
    let (port, signer, stranger) = (guarded.port, &guarded.signer, &guarded.stranger);
    run(async {
        open(port, "localhost", "secret", "verify-full", signer).await.expect("the right way in");
        let wrong = open(port, "localhost", "guessed", "verify-full", signer).await.unwrap_err();
        assert!(wrong.contains("password") && !wrong.contains("guessed"), "{wrong}");
        let forged = open(port, "localhost", "secret", "verify-full", stranger).await.unwrap_err();
        assert!(!forged.contains("secret"), "{forged}");
        // The certificate is for another name than this: it is looked at where the address asks for that.
        assert!(open(port, "127.0.0.1", "secret", "verify-full", signer).await.is_err());
        open(port, "127.0.0.1", "secret", "verify-ca", signer).await.expect("its signer is known");
        assert!(open(port, "127.0.0.1", "secret", "verify-ca", stranger).await.is_err());
        open(port, "localhost", "secret", "require", stranger).await.expect("encrypted, whoever it is");
        assert!(
            open(port, "localhost", "secret", "disable", signer).await.is_err(),
            "nothing goes in the clear"
        );
    });
}
